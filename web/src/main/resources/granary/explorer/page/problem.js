// Why there is no answer.

export class Problem extends Error {
  /** @param status the HTTP status, 0 when no answer came */
  constructor(status, detail) {
    super(detail ?? 'The server does not answer.');
    this.status = status;
  }
}
