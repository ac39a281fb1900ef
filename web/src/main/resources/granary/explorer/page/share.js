// Copies the address of the current position, with the whole game, to the clipboard.

import {addressOf} from './address.js';
import {id} from './dom.js';
import {say, session} from './session.js';

export async function share() {
  const {database, game, tree} = session;
  if (!tree) {
    return;
  }
  const address = new URL(addressOf(database, game, tree), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say('The address is copied.');
    id('share').textContent = 'Copied';
  } catch {
    window.prompt('The address of this game:', address);
  }
  setTimeout(() => {
    id('share').textContent = 'Share';
  }, 1500);
}
