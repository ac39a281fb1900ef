// A request of the page to its server.

import {Problem} from '../problem.js';

export const ROOT = '/api/v1/databases';

export async function ask(path, parameters = {}, request = {}) {
  const query = new URLSearchParams(parameters).toString();
  let response;
  try {
    response = await fetch(ROOT + path + (query ? '?' + query : ''), request);
  } catch {
    throw new Problem(0);
  }
  const body = await response.json().catch(() => null);
  if (!response.ok || !body) {
    throw new Problem(body?.detail ? response.status : 0, body?.detail); // without a reason, it is not our server that answers
  }
  return body;
}

/** A request that sends JSON. */
export const posted = body => ({method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
