// Headers that only our transports may set. Values that a client sends under these names are dropped by the listener.

/** The origin that the request was made to. */
export const ORIGIN_HEADER = 'x-balcao-origin';
/** The caller's address. */
export const CLIENT_IP_HEADER = 'x-balcao-client-ip';
/** The way in: `lan` or `link`. */
export const TRANSPORT_HEADER = 'x-balcao-transport';
