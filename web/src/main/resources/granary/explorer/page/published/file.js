// A plain script, because a browser that opens the page as a file refuses modules. It then says what is wrong. Otherwise it says how far
// the page is loaded, and leads back to the game that was being played here.

{
  const id = name => document.getElementById(name);
  const tell = (title, detail) => {
    id('verdict').textContent = title;
    id('detail').textContent = detail;
    document.documentElement.classList.remove('loading');
  };
  if (location.protocol === 'file:') {
    tell('This page needs a web server',
      'A browser lets a page that was opened as a file read no other files. Copy the directory to a web server, or run: granary serve.');
  } else {
    const {bytes} = document.currentScript.dataset;
    let loaded = 0;
    const watcher = new PerformanceObserver(list => {
      loaded += list.getEntries().filter(({name}) => name.endsWith('.js')).reduce((sum, entry) => sum + entry.decodedBodySize, 0);
      if (id('verdict').textContent.startsWith('Loading')) {
        id('detail').textContent = `The page: ${Math.round(Math.min(loaded, bytes) / 1024)} of ${Math.round(bytes / 1024)} KB.`;
      } else {
        watcher.disconnect();
      }
    });
    watcher.observe({type: 'resource', buffered: true});
    document.querySelector('script[type=module]').addEventListener('error', () => {
      watcher.disconnect();
      tell('The page did not load completely', 'A file is missing or damaged. Load the page again.');
    });
    try {
      const {href} = JSON.parse(localStorage.getItem('granary.match') || '{}');
      if (!location.search && href?.startsWith(new URL('./?', location))) {
        location.replace(href);
      }
    } catch {
      // The browser keeps nothing.
    }
  }
}
