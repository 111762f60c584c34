// How HTTP/2 is written to the WebSocket of a link, the same at both ends.

type Chunks = readonly { chunk: Uint8Array }[];
type Done = (error?: Error | null) => void;

/**
 * An option of the stream over the WebSocket: what is written in one go is sent as one message. HTTP/2 writes head and content of each
 * of its frames apart, thousands a second while a relay catches up. `send` may not look at the bytes any more once it says it is done:
 * the next message is written over them.
 */
export function oneMessage(send: (bytes: Uint8Array, done: Done) => void) {
  let kept = new Uint8Array();
  return {
    writev(chunks: Chunks, done: Done): void {
      const size = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
      if (kept.length < size) kept = new Uint8Array(size);
      let at = 0;
      for (const { chunk } of chunks) {
        kept.set(chunk, at);
        at += chunk.length;
      }
      send(kept.subarray(0, size), done);
    },
  };
}
