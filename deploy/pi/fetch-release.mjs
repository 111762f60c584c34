// Fetches the newest release for this processor from a folder on the web: latest.json names the file and its checksum. What comes is
// believed only once its signature has been checked by who called.
//   fetch-release.mjs https://example.com/balcao arm64 TARGET
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const SECONDS_MAX = 900;
const BYTES_MAX = 512 * 1024 * 1024;

const [address, arch, target] = process.argv.slice(2);
const folder = new URL(address.endsWith('/') ? address : `${address}/`);

async function get(name) {
  const answer = await fetch(new URL(name, folder), { signal: AbortSignal.timeout(SECONDS_MAX * 1000) });
  if (!answer.ok || !answer.body) throw new Error(`${folder.host} respondeu ${answer.status} a ${name}`);
  return answer;
}

const latest = await (await get('latest.json')).json();
const file = latest.files?.[arch];
if (typeof file?.name !== 'string' || !/^balcao-store-[\w.-]+\.tar\.gz$/.test(file.name))
  throw new Error(`latest.json não tem versão para ${arch}`);
const hash = createHash('sha256');
let bytes = 0;
await pipeline(
  Readable.fromWeb((await get(file.name)).body),
  async function* (chunks) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) throw new Error('o arquivo é grande demais');
      hash.update(chunk);
      yield chunk;
    }
  },
  createWriteStream(target, { flags: 'wx' }),
);
if (hash.digest('hex') !== file.sha256) throw new Error('o arquivo chegou alterado');
process.stdout.write(`${latest.version}\n`);
