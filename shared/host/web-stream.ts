// A stream of Node's as one of the web's. Node's own lets what was on its way when the reader gave up throw where nobody catches it, which ends
// the process (nodejs/node#64529): a sealed copy that is opened with the wrong code, somebody who breaks off a download.
import { Readable } from 'node:stream';

/** `source` as a web stream; what comes after it was cancelled is dropped. */
export function webStreamOf(source: Readable): ReadableStream<Uint8Array> {
  const heard = () => source.listeners('data') as ((chunk: unknown) => void)[];
  const before = new Set(heard());
  const stream = Readable.toWeb(source) as ReadableStream<Uint8Array>;
  for (const deliver of heard().filter((one) => !before.has(one))) {
    source.off('data', deliver);
    source.on('data', (chunk: unknown) => {
      // A cancellation destroys the source at once, and empties it later.
      if (!source.destroyed) deliver(chunk);
    });
  }
  return stream;
}
