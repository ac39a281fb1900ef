// A plain script, because a browser that opens the page as a file refuses modules. It then says what is wrong.

if (location.protocol === 'file:') {
  document.getElementById('verdict').textContent = 'This page needs a web server';
  document.getElementById('detail').textContent =
    'A browser lets a page that was opened as a file read no other files. Copy the directory to a web server, or run: granary serve.';
}
