// The engine that runs at the server.

import {Engine} from '../engine.js';
import {ask, posted} from './ask.js';

/** The interval between requests for a search's result, in milliseconds. The server ends a search without requests. */
const LOOK = 250;

export class ServerEngine extends Engine {
  #name;

  /** @param name the database's */
  constructor(name) {
    super();
    this.#name = name;
  }

  async *search(record, {depth, millis} = {}, signal) {
    if (depth || millis) {
      const limits = {...(depth && {depth}), ...(millis && {millis})};
      yield {found: await ask(`/${this.#name}/search`, {...record, ...limits}, {signal}), state: 'finished'};
      return;
    }
    let seen = await ask(`/${this.#name}/searches`, {}, posted(record));
    const path = `/${this.#name}/searches/${seen.search}`;
    while (seen.state === 'searching' && !signal.aborted) {
      yield seen;
      await new Promise(done => {
        const timer = setTimeout(done, LOOK);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          done();
        }, {once: true});
      });
      seen = await ask(path, {}, {method: signal.aborted ? 'DELETE' : 'GET'});
    }
    yield seen;
  }
}
