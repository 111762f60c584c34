// A source of releases for another machine: a folder over HTTP, and nothing above it. Also by itself, in the network of that machine:
//   node tests/deploy/source-server.ts FOLDER HOST PORT
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, normalize } from 'node:path';

export function serveFolder(folder: string, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(decodeURIComponent(request.url ?? '/')));
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) return response.writeHead(404).end();
    response.setHeader('content-length', found.size);
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

if (import.meta.main) {
  const [folder = '', host = '', port = ''] = process.argv.slice(2);
  await serveFolder(folder, host, Number(port));
}
