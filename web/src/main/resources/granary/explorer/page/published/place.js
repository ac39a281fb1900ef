// Addresses at a host of files: the page's own with ?position=POSITION, because a host knows no other names than those of files.

export const placeOf = (name, position) => '?' + (position ? `position=${position}` : '');

/** The position in an address; there is one database only. */
export const placeIn = ({search}) => ({position: new URLSearchParams(search).get('position') ?? undefined});
