// `npm run edge`, `npm run cloud`: one server for production, configured by its environment (and `.env`).
// Builds what is missing, then becomes the server; the server itself checks its variables and names them. More words are
// the server's own: `npm run relay -- pair` is `cloud pair`, `npm run owner-password` is `edge owner-password`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError, buildServers, buildWeb, SERVERS } from './build.ts';
import { root } from './root.ts';

const server = SERVERS.find((name) => name === process.argv[2]);
const words = process.argv.slice(3);
if (!server) {
  console.error(`usage: npm run ${SERVERS.join(' | npm run ')}`);
  process.exit(2);
}

const dotenv = join(root, '.env');
if (existsSync(dotenv)) process.loadEnvFile(dotenv);
process.env.NODE_ENV ??= 'production';
process.env.WEB_DIR ??= join(root, 'dist', 'web');

try {
  if (words.length === 0 && !existsSync(join(process.env.WEB_DIR, 'index.html'))) {
    console.error('• Building the web app …');
    await buildWeb();
  }
  const bundle = join(root, 'dist', server, 'main.js');
  if (!existsSync(bundle)) {
    console.error(`• Bundling ${server} …`);
    await buildServers([server]);
  }
  // The server takes this process's place: whoever supervises us signals it directly.
  if (process.execve) process.execve(process.execPath, [process.execPath, bundle, ...words], process.env);
  process.exitCode = spawnSync(process.execPath, [bundle, ...words], { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(`✗ ${error.message}`);
  process.exit(1);
}
