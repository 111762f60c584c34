// Fetches one file of a source of releases to its output, and no more of it than may be. Runs with the store's rights and believes nothing:
// what came is judged by who called, on its own copy.
//   fetch.mjs https://example.com/balcao dists/stable/Release 65536 60
// Ends with 2 where the source could not be reached.
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

const [address, path, bytesMax, secondsMax] = process.argv.slice(2);
const folder = new URL(address.endsWith('/') ? address : `${address}/`);

// In words: who reads it stands at the machine.
const stop = (words, code) => {
  process.stderr.write(`${words}\n`);
  process.exit(code);
};

try {
  const answer = await fetch(new URL(path, folder), {
    signal: AbortSignal.timeout(Number(secondsMax) * 1000),
  });
  if (!answer.ok || !answer.body) stop(`${folder.host} respondeu ${answer.status} a ${path}`, 2);
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(answer.body),
    async function* (chunks) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > Number(bytesMax)) stop(`${path} é maior do que devia`, 1);
        yield chunk;
      }
    },
    process.stdout,
  );
} catch (error) {
  stop(error.cause?.message ?? error.message, 2);
}
