// A plain script, because a browser that opens the page as a file refuses modules. It then says what is wrong. Otherwise it leads back
// to the game that was being played here.

if (location.protocol === 'file:') {
  document.getElementById('verdict').textContent = 'This page needs a web server';
  document.getElementById('detail').textContent =
    'A browser lets a page that was opened as a file read no other files. Copy the directory to a web server, or run: granary serve.';
} else if (!location.search) {
  const {href} = JSON.parse(localStorage.getItem('granary.match') || '{}');
  if (href?.startsWith(new URL('./?', location))) {
    location.replace(href);
  }
}
