// Addresses at a server: /explore/NAME/POSITION.

export const placeOf = (name, position) => `/explore/${name}` + (position ? `/${position}` : '');

/** The database's name and the position in an address; nothing in one without them. */
export function placeIn({pathname}) {
  const [, place, name, position] = pathname.split('/');
  return place === 'explore' && name ? {name, position} : {};
}
