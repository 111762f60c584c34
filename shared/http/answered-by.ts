// Who answered the staff: the store says nothing, the relay says that it did in its place.

/** A response header. The relay takes it out of what the store answers. */
export const ANSWERED_BY_HEADER = 'x-balcao-answered-by';

/** Its value where the store is away or silent, and what was asked for came from the relay's copy, or waits there. */
export const ANSWERED_BY_RELAY = 'relay';
