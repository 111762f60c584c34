// How HTTP/2 is written to the WebSocket of a link, the same at both ends.

type Chunks = readonly { chunk: Uint8Array }[];
type Done = (error?: Error | null) => void;

/**
 * An option of the stream over the WebSocket: what is written in one go is sent as one message. HTTP/2 writes head and content of each
 * of its frames apart, thousands a second while a relay catches up. `send` may not look at the bytes any more once it says it is done:
 * the next message is written over them.
 */
export function oneMessage(send: (bytes: Uint8Array, done: Done) => void) {
  let buffer = new Uint8Array();
  return {
    writev(chunks: Chunks, done: Done): void {
      const size = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0);
      if (buffer.length < size) buffer = new Uint8Array(size);
      let offset = 0;
      for (const { chunk } of chunks) {
        buffer.set(chunk, offset);
        offset += chunk.length;
      }
      send(buffer.subarray(0, size), done);
    },
  };
}
