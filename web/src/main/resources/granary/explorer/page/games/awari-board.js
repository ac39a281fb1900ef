// The drawing of awari: pits, stores and seeds, their numbers, and the scores of the moves.

import {h, plural, s} from '../dom.js';
import {isGuess, mark, told} from '../results.js';
import {absolute, letterOf, SIDES} from './awari-notation.js';

const PITCH = 108;
const RADIUS = 46;
const GOLDEN = 2.399963;

const wait = millis => new Promise(done => setTimeout(done, millis));

/** The drawing. The elements stay when the position changes, so the focus stays too. */
export class Board {
  constructor() {
    this.element = h('div', {class: 'awari'});
    this.narrow = matchMedia('(max-width: 600px)');
    this.narrow.addEventListener('change', () => this.view && this.draw(this.view));
    this.shape = '';
    this.run = 0;
  }

  /**
   * Draws a view: position, moves, isTurned, hasHints, play(move); `last`, the move before with its position, and `advised`, a move, if they are to be
   * marked; with edit(pit, change), clicks edit the pits instead.
   */
  draw(view) {
    this.run++;
    this.view = view;
    const pits = view.position.board.length / 2;
    const shape = [pits, this.narrow.matches, view.isTurned].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.#build(pits);
    }
    const seeds = absolute(view.position);
    seeds.forEach((_, at) => this.#setPit(at, seeds[at]));
    view.position.taken.forEach((taken, side) => this.#setStore(side, taken));
    seeds.forEach((_, at) => this.#describe(at, seeds[at]));
    this.stores.forEach((store, side) => store.group.classList.toggle('to-move', side === view.position.side));
    this.#trace(view.last && traced(view.last));
  }

  /** Marks what the last move did; null for nothing. */
  #trace(last) {
    this.pits.forEach(({at, group, mark: text}) => {
      group.classList.toggle('from', at === last?.from);
      text.textContent = last?.taken[at] > 0 ? `×${last.taken[at]}` : last?.sown[at] > 0 ? `+${last.sown[at]}` : '';
    });
  }

  #build(pits) {
    const isNarrow = this.narrow.matches;
    const storeSize = isNarrow ? 62 : 92;
    const margin = 14;
    const width = pits * PITCH + 2 * margin + (isNarrow ? 0 : 2 * storeSize);
    const rows = 326;
    const top = isNarrow ? storeSize : 0;
    const height = rows + 2 * top;
    const left = margin + (isNarrow ? 0 : storeSize) + PITCH / 2;
    const bottomSide = this.view.isTurned ? 1 : 0;
    this.pits = [];
    const group = s('svg', {viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Board', class: isNarrow ? 'narrow' : 'wide'});
    group.append(
      s('defs', {},
        gradient('linearGradient', 'wood', {x1: 0, y1: 0, x2: 0, y2: 1}),
        gradient('radialGradient', 'hole', {cx: 0.5, cy: 0.35, r: 0.75}),
        gradient('radialGradient', 'seed', {cx: 0.36, cy: 0.32, r: 0.75})),
      s('rect', {class: 'wood', x: 2, y: 2, width: width - 4, height: height - 4, rx: 34}));
    this.stores = [0, 1].map(side => {
      const isBottom = side === bottomSide;
      const box = isNarrow
        ? {x: 20, y: isBottom ? height - storeSize + 2 : 14, width: width - 40, height: storeSize - 18}
        : {x: isBottom ? width - storeSize - 4 : 16, y: 40, width: storeSize - 12, height: height - 80};
      const store = {box, side};
      store.seeds = s('g', {class: 'seeds'});
      store.label = s('text', isNarrow
        ? {class: 'store-name', x: box.x + 18, y: box.y + box.height / 2 + 7}
        : {class: 'store-name', x: box.x + box.width / 2, y: 28, 'text-anchor': 'middle'});
      store.label.textContent = SIDES[side];
      store.number = s('text', isNarrow
        ? {class: 'number', x: box.x + box.width - 24, y: box.y + box.height / 2 + 9, 'text-anchor': 'end'}
        : {class: 'number', x: box.x + box.width / 2, y: height - 14, 'text-anchor': 'middle'});
      store.group = s('g', {class: 'store', role: 'img'},
        s('rect', {...box, rx: isNarrow ? 20 : 34}), store.seeds, store.label, store.number);
      group.append(store.group);
      return store;
    });
    for (let at = 0; at < 2 * pits; at++) {
      const side = at < pits ? 0 : 1;
      const pit = at % pits;
      const isBottom = side === bottomSide;
      const x = left + (isBottom ? pit : pits - 1 - pit) * PITCH;
      const y = top + (isBottom ? rows - 94 : 94);
      const one = {x, y, at, side, pit};
      one.seeds = s('g', {class: 'seeds'});
      one.number = s('text', {class: 'number', x, y: isBottom ? y + RADIUS + 32 : y - RADIUS - 14, 'text-anchor': 'middle'});
      one.letter = s('text', {class: 'letter', x: x + 40, y: isBottom ? y + RADIUS + 30 : y - RADIUS - 16, 'text-anchor': 'middle', 'aria-hidden': 'true'}, letterOf(side, pit));
      one.mark = s('text', {class: 'mark', x: x - (isNarrow ? 38 : 34), y: isBottom ? y + RADIUS + 30 : y - RADIUS - 16, 'text-anchor': 'middle', 'aria-hidden': 'true'});
      one.hint = s('g', {class: 'hint', 'aria-hidden': 'true'});
      one.hintY = isBottom ? y - RADIUS - 17 : y + RADIUS + 17;
      one.group = s('g', {
        class: 'pit', role: 'button', tabindex: 0, 'data-pit': letterOf(side, pit),
        onclick: event => this.#press(one, event.shiftKey ? -1 : 1),
        oncontextmenu: event => {
          if (this.view.edit) {
            event.preventDefault();
            this.#press(one, -1);
          }
        },
        onkeydown: event => {
          if (event.key === 'Enter' || (event.key === ' ' && this.view.edit)) {
            event.preventDefault();
            this.#press(one, event.shiftKey ? -1 : 1);
          }
        },
      }, s('circle', {class: 'hole', cx: x, cy: y, r: RADIUS}), s('circle', {class: 'ring', cx: x, cy: y, r: RADIUS + 5}), one.seeds, one.number, one.letter, one.mark, one.hint);
      this.pits.push(one);
      group.append(one.group);
    }
    this.flying = s('g', {class: 'flying'});
    group.append(this.flying);
    this.element.replaceChildren(group);
  }

  #moveOf(at) {
    const {position, moves} = this.view;
    const one = this.pits[at];
    return one.side === position.side ? moves.find(move => move.pit === one.pit) : undefined;
  }

  #press(one, change) {
    if (this.view.edit) {
      this.view.edit(one.at, change);
      return;
    }
    const move = this.#moveOf(one.at);
    if (move) {
      this.view.play(move);
    }
  }

  #setPit(at, seeds) {
    const one = this.pits[at];
    one.number.textContent = seeds;
    one.group.classList.toggle('empty', seeds === 0);
    one.seeds.replaceChildren(...scatter(seeds, one.x, one.y, RADIUS - 3));
    one.shown = seeds;
  }

  #setStore(side, seeds) {
    const store = this.stores[side];
    store.number.textContent = seeds;
    store.group.setAttribute('aria-label', `${SIDES[side]} has taken ${plural(seeds, 'seed')}`);
    const {box} = store;
    const dots = [];
    const isWide = box.width > box.height;
    const across = isWide ? 2 : 4;
    const step = isWide ? 15 : 17;
    for (let i = 0; i < Math.min(seeds, 48); i++) {
      const along = 14 + Math.floor(i / across) * step;
      const over = (i % across - (across - 1) / 2) * step;
      dots.push(isWide
        ? seed(box.x + 120 + along, box.y + box.height / 2 + over, 6.5)
        : seed(box.x + box.width / 2 + over, box.y + box.height - 10 - along, 7.5));
    }
    store.seeds.replaceChildren(...dots);
  }

  #describe(at, seeds) {
    const one = this.pits[at];
    const {hasHints, edit, moves} = this.view;
    const move = edit ? undefined : this.#moveOf(at);
    const result = move && move.score !== undefined ? mark(move) : null;
    one.group.classList.toggle('playable', Boolean(move) || Boolean(edit));
    one.group.setAttribute('aria-disabled', String(!move && !edit));
    one.group.setAttribute('tabindex', move || edit ? 0 : -1);
    const isAdvised = Boolean(move) && String(move.board) === String(this.view.advised?.board);
    one.group.classList.toggle('advised', isAdvised);
    const note = result ? `, ${result.word} ${told(move)}` : '';
    const taken = move && move.captured ? `, takes ${move.captured}` : '';
    one.group.setAttribute('aria-label', `${letterOf(one.side, one.pit)}: ${plural(seeds, 'seed')}${taken}${note}${isAdvised ? ', advised' : ''}`);
    one.hint.replaceChildren();
    one.group.classList.toggle('best', Boolean(result) && hasHints && move.score === moves[0].score && told(move) === told(moves[0]));
    if (result && hasHints) {
      const label = isGuess(move) ? told(move) : `${result.sign} ${told(move)}`;
      const width = label.length * 12.5 + 20;
      one.hint.append(
        s('rect', {class: 'pill ' + result.name, x: one.x - width / 2, y: one.hintY - 14, width, height: 28, rx: 14}),
        s('text', {class: 'pill-text', x: one.x, y: one.hintY + 7, 'text-anchor': 'middle'}, label));
    }
  }

  /** Animates a move. The next call of draw ends the animation. */
  async animate(position, move) {
    const run = ++this.run;
    const seeds = [...absolute(position)];
    const half = seeds.length / 2;
    const from = position.side * half + move.pit;
    const next = absolute({board: move.board, side: 1 - position.side});
    this.pits.forEach(one => {
      one.hint.replaceChildren();
      one.group.classList.remove('advised', 'best', 'playable');
    });
    this.#trace(null);
    let rest = seeds[from];
    const step = Math.max(40, Math.min(150, 1100 / rest));
    seeds[from] = 0;
    this.#setPit(from, 0);
    for (let to = from; rest > 0;) {
      to = (to + 1) % seeds.length;
      if (to !== from) {
        await this.#fly(this.pits[from], this.pits[to], step);
        if (run !== this.run) {
          return;
        }
        this.#setPit(to, ++seeds[to]);
        rest--;
      }
    }
    const store = this.stores[position.side].box;
    const target = {x: store.x + store.width / 2, y: store.y + store.height / 2};
    for (let at = seeds.length - 1; at >= 0; at--) {
      if (next[at] < seeds[at] && run === this.run) {
        this.pits[at].group.classList.add('captured');
        await wait(160);
        if (run === this.run) {
          await this.#fly(this.pits[at], target, 260, seeds[at]);
        }
        this.pits[at].group.classList.remove('captured');
        if (run === this.run) {
          this.#setPit(at, next[at]);
        }
      }
    }
  }

  async #fly(from, to, millis, seeds = 1) {
    const group = s('g', {}, scatter(seeds, from.x, from.y, RADIUS - 3));
    this.flying.append(group);
    const middle = `translate(${(to.x - from.x) / 2}px, ${(to.y - from.y) / 2 - 26}px)`;
    const movement = group.animate(
      [{transform: 'translate(0, 0)'}, {transform: middle}, {transform: `translate(${to.x - from.x}px, ${to.y - from.y}px)`}],
      {duration: millis, easing: 'ease-in-out'});
    await movement.finished.catch(() => {});
    group.remove();
  }
}

/** The effect of a move: the pit that it emptied, and by pit the seeds that were sown and those that were taken. */
function traced({position, move}) {
  const before = absolute(position);
  const after = absolute({board: move.board, side: 1 - position.side});
  const from = position.side * before.length / 2 + move.pit;
  const sown = before.map(() => 0);
  for (let to = from, rest = before[from]; rest > 0;) {
    to = (to + 1) % before.length;
    if (to !== from) {
      sown[to]++;
      rest--;
    }
  }
  return {from, sown, taken: before.map((seeds, at) => at === from ? 0 : seeds + sown[at] - after[at])};
}

function gradient(kind, name, where) {
  return s(kind, {id: name, ...where}, s('stop', {offset: 0, class: name + '-light'}), s('stop', {offset: 1, class: name + '-dark'}));
}

function seed(x, y, radius) {
  return s('circle', {class: 'seed', cx: x.toFixed(1), cy: y.toFixed(1), r: radius});
}

/** Spreads any number of seeds evenly over a pit. */
function scatter(seeds, x, y, radius) {
  const size = seeds <= 7 ? 10.5 : seeds <= 14 ? 8.5 : seeds <= 26 ? 7 : 5.5;
  const places = Math.max(seeds, 6);
  const all = [];
  for (let i = 0; i < Math.min(seeds, 60); i++) {
    const away = seeds === 1 ? 0 : (radius - size) * Math.sqrt((i + 0.5) / places);
    const angle = i * GOLDEN + seeds;
    all.push(seed(x + away * Math.cos(angle), y + away * Math.sin(angle), size));
  }
  return all;
}

