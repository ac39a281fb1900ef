// Why there is no answer.

export class Problem extends Error {
  /** @param status the HTTP status, 0 when no answer came: then there is no detail */
  constructor(status, detail) {
    super(status > 0 ? detail : navigator.onLine ? 'The server does not answer.' : 'You are offline.');
    this.status = status;
  }
}
