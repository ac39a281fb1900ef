// The files of the database for download: names, sizes and digests.

import {count, h, id, nothing} from '../dom.js';
import {session} from '../session.js';

async function open() {
  const {database} = session;
  id('files-dialog').showModal();
  id('files-title').textContent = `Files of ${database.name}`;
  try {
    const files = await database.files();
    const total = files.reduce((all, file) => all + file.bytes, 0);
    const missing = database.missingLayers.join(', ');
    id('files').replaceChildren(
      ...(missing ? [nothing(`The files of these layers are listed, but missing: ${missing}. Copy them again, or run granary repair.`)] : []),
      h('p', {class: 'note'}, `${files.length} files, ${size(total)}. In a directory of their own they are the database, and `, h('code', {}, 'granary verify'), ' checks it. Digests are those of the manifest: SHA-256 of the SHA-256 of the header and of each MiB behind it.'),
      h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'List of files'}, h('table', {},
        h('thead', {}, h('tr', {}, ['File', 'Bytes', 'Digest'].map(name => h('th', {scope: 'col'}, name)))),
        h('tbody', {}, files.map(({address, bytes, digest, name}) => h('tr', {},
          h('td', {}, h('a', {href: address, download: name}, name)),
          h('td', {class: 'amount'}, count(bytes)),
          h('td', {}, h('code', {}, digest))))))));
  } catch (problem) {
    id('files').replaceChildren(nothing(problem.message));
  }
}

function size(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${+(bytes / 1024 ** power).toPrecision(3)} ${units[power]}`;
}

id('files-button').addEventListener('click', open);
