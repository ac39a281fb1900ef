// The games whose databases can be read.

import {Awari} from './awari.js';

export const GAMES = {awari: Awari};
