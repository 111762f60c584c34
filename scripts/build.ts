// Builds what a release needs: the web app once for both hosts, and one bundle per server. A build appears
// whole or not at all, so that a server which serves the old one never sees half of the new.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, type Plugin } from 'rolldown';
import { packageOf } from '../web/build/packages.ts';
import { root } from './root.ts';
import { runNode, seconds } from './run.ts';

export type Built = { changed: boolean; tookMs: number };
export type Server = 'edge' | 'cloud';

export const SERVERS: readonly Server[] = ['edge', 'cloud'];

const dist = join(root, 'dist');
/** Native code and WebAssembly stay packages: they find their own files beside themselves. */
const EXTERNAL = ['better-sqlite3', '@node-rs/argon2', 'sharp', '@electric-sql/pglite'];
/** Those of them that a server imports: what a release brings beside its bundle. */
export const PACKAGES: Record<Server, readonly string[]> = {
  edge: ['better-sqlite3', '@node-rs/argon2', 'sharp'],
  cloud: ['@electric-sql/pglite'],
};
/** Folders that a server reads beside itself, by `new URL('./…', import.meta.url)`: from → to. */
const BESIDE: Record<Server, [from: string, to: string][]> = {
  edge: [
    ['edge/storage/migrations', 'migrations'],
    ['edge/demo/pictures', 'pictures'],
  ],
  cloud: [['cloud/storage/migrations', 'migrations']],
};
/** What a server starts as processes of their own, each by its name in the release. */
const PROCESSES: Record<Server, Record<string, string>> = {
  edge: { 'picture-worker': 'edge/shop/images/picture-worker.ts' },
  cloud: {},
};
/** What drizzle-kit compares the next migration with: nothing reads it where a server runs. */
const NOT_BESIDE = /_snapshot\.json$/;
const WEB_SOURCES = ['web/**/*', 'shared/**/*.ts', 'package-lock.json', 'scripts/build.ts'];
const NOT_SOURCES = /(^|\/)node_modules\/|\.test\.tsx?$/;

export class BuildError extends Error {}

/** Builds the web app into dist/web, unless it was built from these very sources. */
export async function buildWeb(signal?: AbortSignal): Promise<Built> {
  const startedAt = performance.now();
  const stampFile = join(dist, 'web', '.sources');
  const sources = hashOf(WEB_SOURCES);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) {
    return { changed: false, tookMs: performance.now() - startedAt };
  }
  await intoPlace('web', async (folder) => {
    const args = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
    const result = await runNode('node_modules/vite/bin/vite.js', args, {
      cwd: join(root, 'web'),
      env: { NODE_ENV: 'production' },
      ...(signal ? { signal } : {}),
    });
    if (!result.ok)
      throw new BuildError(`The web app does not build:\n${stripVTControlCharacters(result.output)}`);
    writeFileSync(join(folder, '.sources'), sources);
  });
  return { changed: true, tookMs: performance.now() - startedAt };
}

/** Bundles the servers into dist/edge/main.js and dist/cloud/main.js, with their migrations beside them. */
export async function buildServers(servers: readonly Server[] = SERVERS): Promise<Built> {
  const startedAt = performance.now();
  for (const server of servers) await intoPlace(server, (folder) => bundleServer(server, folder));
  return { changed: true, tookMs: performance.now() - startedAt };
}

/**
 * One server as main.js with its parts and migrations in `folder`. A release has no source maps, and may have a version of its own.
 * Answers which packages are in it, as the lock file names their places.
 */
export async function bundleServer(
  server: Server,
  folder: string,
  { sourcemap = true, version }: { sourcemap?: boolean; version?: string } = {},
): Promise<string[]> {
  const { output } = await build({
    input: {
      main: join(root, server, 'main.ts'),
      ...Object.fromEntries(
        Object.entries(PROCESSES[server]).map(([name, path]) => [name, join(root, path)]),
      ),
    },
    platform: 'node',
    external: EXTERNAL.map((name) => new RegExp(`^${name}($|/)`)),
    plugins: [leanOpenTelemetry, ...(version === undefined ? [] : [withVersion(version)])],
    logLevel: 'warn',
    output: {
      dir: folder,
      entryFileNames: '[name].js',
      // What is loaded on first use (sign-in, pictures, the other database) stays out of the start and of memory:
      // in one file, its packages would be imported with the first line.
      chunkFileNames: 'parts/[name]-[hash].js',
      format: 'esm',
      sourcemap,
    },
  });
  for (const [from, to] of BESIDE[server]) {
    if (!existsSync(join(root, from))) continue;
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      filter: (path) => !NOT_BESIDE.test(path),
    });
  }
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return [...new Set(modules.map(packageOf).filter((path) => path !== null))];
}

/**
 * OpenTelemetry's packages name their CommonJS build first, of which nothing can be left out: half a megabyte of names. The other build
 * lies beside it.
 */
const leanOpenTelemetry: Plugin = {
  name: 'lean-opentelemetry',
  resolveId: {
    filter: { id: /^@opentelemetry\/[\w-]+$/ },
    async handler(id, importer) {
      const found = await this.resolve(id, importer, { skipSelf: true });
      if (found === null) return null;
      const asModules = found.id
        .replace('/build/src/index.js', '/build/esm/index.js')
        .replace('/dist/index.cjs', '/dist/index.mjs');
      return existsSync(asModules) ? asModules : found;
    },
  },
};

const withVersion = (version: string): Plugin => ({
  name: 'with-version',
  transform: (code, id) =>
    id.endsWith('/shared/version.ts')
      ? code.replace(/VERSION = '[^']*'/, `VERSION = ${JSON.stringify(version)}`)
      : null,
});

/** Fills a new folder, then swaps it with dist/<name>. Two builds at once do not meet. */
async function intoPlace(name: string, fill: (folder: string) => Promise<unknown>): Promise<void> {
  const fresh = join(dist, `.${name}-${process.pid}`);
  const old = join(dist, `.${name}-old-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  try {
    await fill(fresh);
    if (existsSync(join(dist, name))) renameSync(join(dist, name), old);
    renameSync(fresh, join(dist, name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

function hashOf(patterns: string[]): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_SOURCES.test(file))
    .sort();
  for (const file of files)
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

if (import.meta.main) {
  try {
    const web = await buildWeb();
    console.log(
      web.changed ? `✓ web app: dist/web (${seconds(web.tookMs)})` : '✓ web app: dist/web is up to date',
    );
    const servers = await buildServers();
    console.log(`✓ servers: dist/edge/main.js, dist/cloud/main.js (${seconds(servers.tookMs)})`);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(`✗ ${error.message}`);
    process.exitCode = 1;
  }
}
