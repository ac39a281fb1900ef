// The games whose databases can be read.

import {Awari} from './awari.js';
import {Chexers} from './chexers.js';
import {Chain, Chomp} from './winloss.js';

export const GAMES = {awari: Awari, chain: Chain, chomp: Chomp, chexers: Chexers};
