// The games that the page has boards for.

import {awari} from './awari.js';
import {chain} from './chain.js';
import {chexers} from './chexers.js';
import {chomp} from './chomp.js';

export const GAMES = {awari, chain, chomp, chexers};

export const gameOf = database => GAMES[database.game];
