// The parts of the page that a board can do without for a moment. They draw themselves with the next change.

import {id} from './dom.js';
import {share} from './share.js';
import {toggleSetup} from './views/setup.js';
import './keys.js';
import './views/analysis.js';
import './views/examples.js';
import './views/files.js';
import './views/history.js';
import './views/layer.js';
import './views/line.js';
import './views/match.js';
import './views/moves.js';
import './views/others.js';
import './views/record.js';
import './views/search.js';

id('setup').addEventListener('click', toggleSetup);
id('share').addEventListener('click', share);
