// The source of answers: a server with the API, or published files that the page reads by itself. `granary publish` writes
// the other of both here. Each gives `databases()`, the class Database, and where a position is: `placeOf(name, position)` and
// `placeIn(location)`.

export * from './server/api.js';
export * from './server/place.js';
