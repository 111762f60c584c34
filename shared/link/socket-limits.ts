// How much may come, and how much may wait to go, over one WebSocket between store and relay; the same at both ends, for neither
// is master of the other.

/** One message of the link: HTTP/2 writes what it has in one go. */
export const LINK_MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
/** One message of the menu document: a whole menu with its years of edits is a tenth of it. */
export const DOCUMENT_MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
/** What waits to be read by the other end. Who asks for more and more and reads nothing would fill our memory. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;

/** Whether the other end has left too much unread to be answered any more. Of pings the WebSocket library leaves few unanswered by itself. */
export const isDeaf = ({ bufferedAmount }: { readonly bufferedAmount: number }): boolean =>
  bufferedAmount > UNREAD_BYTES_MAX;
