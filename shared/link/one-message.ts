// How HTTP/2 is written to the WebSocket of a link, the same at both ends.

type Chunks = readonly { chunk: Uint8Array }[];
type Done = (error?: Error | null) => void;

/**
 * An option of the stream over the WebSocket: what is written in one go is sent as one message. HTTP/2 writes head and content of each
 * of its frames apart, thousands a second while a relay catches up.
 */
export const oneMessage = (send: (bytes: Uint8Array, done: Done) => void) => ({
  writev(chunks: Chunks, done: Done): void {
    const bytes = new Uint8Array(chunks.reduce((size, { chunk }) => size + chunk.length, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    send(bytes, done);
  },
});
