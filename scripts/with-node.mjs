// Runs a script of this project on Node 24 with the locked packages in place, whatever Node (≥20.19) started us.
// Plain JavaScript without packages, for it runs before any of them is there. It never changes the lock files.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What ends us early, said in one sentence: no stack, for the reader is at a terminal. */
class Stop extends Error {}

function hasMajor(version) {
  return Number(version.replace('v', '').split('.')[0]) >= NODE_MAJOR;
}

/** Spawns and waits; signals are passed on, so that the one who started us needs to know of us only. */
function run(command, args, { env = process.env, stdio = 'inherit', shell = false } = {}) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd: root, env, stdio, shell });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const passOn = forwarded.map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, listener] of passOn) process.on(signal, listener);
    const settle = () => passOn.forEach(([signal, listener]) => process.off(signal, listener));
    child.once('error', (error) => {
      settle();
      failed(error);
    });
    child.once('close', (code, signal) => {
      settle();
      done({ code, signal, output: Buffer.concat(output).toString('utf8') });
    });
  });
}

/** The npm that runs us, else the one in PATH. Under another package manager npm_execpath is not npm. */
function npmCommand(node) {
  const cli = process.env.npm_execpath;
  if (cli && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli))
    return { command: node, args: [cli], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/** An environment for npm without what the outer `npm run` left there, and with this Node first. */
function npmEnv(node) {
  const env = withNodeFirst(node);
  for (const name of Object.keys(env)) {
    if (
      /^npm_(package|lifecycle|config_(prefix|local_prefix|global_prefix|omit|only|production|workspace))/i.test(
        name,
      )
    ) {
      delete env[name];
    }
  }
  // Types, lint and browser tests are development packages: needed even where NODE_ENV says production.
  delete env.NODE_ENV;
  return env;
}

function withNodeFirst(node) {
  const env = { ...process.env };
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const bins = [dirname(node), join(root, 'node_modules', '.bin')];
  const others = (env[pathName] ?? '').split(delimiter).filter((folder) => folder && !bins.includes(folder));
  env[pathName] = [...bins, ...others].join(delimiter);
  return env;
}

async function npm(node, args, what) {
  const startedAt = Date.now();
  const interactive = process.stderr.isTTY;
  process.stderr.write(`• ${what} …\n`);
  const reminder = setInterval(() => {
    process.stderr.write(`  still at it (${Math.round((Date.now() - startedAt) / 1000)} s)\n`);
  }, 15_000);
  try {
    const { command, args: first, shell } = npmCommand(node);
    const all = [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'];
    const result = await run(command, all, {
      env: npmEnv(node),
      shell,
      stdio: ['ignore', 'pipe', interactive ? 'inherit' : 'pipe'],
    });
    if (result.signal) throw new Stop(`Interrupted while fetching (${result.signal}).`);
    if (result.code !== 0) {
      throw new Stop(
        `${result.output.trim()}\n\nCould not fetch packages (npm ${args[0]} ended with ${result.code}).\n` +
          'Is the network there? The next try starts over cleanly.',
      );
    }
  } finally {
    clearInterval(reminder);
  }
  process.stderr.write(`  done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Written last, so that an install cut short never counts as one. */
async function once(stampFile, fingerprint, accept, install) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return;
  if (!accept()) {
    rmSync(stampFile, { force: true });
    await install();
  }
  writeFileSync(stampFile, fingerprint);
}

function fingerprintOf(...files) {
  const hash = createHash('sha256').update(`${platform}\n`);
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : '').update('\0');
  return hash.digest('hex');
}

async function fetchNode() {
  const folder = join(root, 'scripts', 'runtime');
  const packageFolder = join(folder, 'node_modules', `node-${platform}`);
  const node = join(packageFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).optionalDependencies;
  if (!wanted[`node-${platform}`]) {
    throw new Stop(
      `This project needs Node ${NODE_MAJOR} or newer; this is ${process.version}, and it brings none for ${platform}.\n` +
        `Please install Node ${NODE_MAJOR} and try again.`,
    );
  }
  const lock = join(folder, 'package-lock.json');
  await once(
    join(folder, 'node_modules', '.stamp'),
    fingerprintOf(lock),
    () => false,
    () =>
      npm(
        process.execPath,
        ['ci', '--prefix', folder, '--ignore-scripts'],
        `This machine has Node ${process.version}; fetching Node ${NODE_MAJOR} for this project only`,
      ),
  );
  const { code, output } = await run(node, ['--version'], { stdio: ['ignore', 'pipe', 'pipe'] }).catch(
    (error) => ({
      code: 1,
      output: String(error),
    }),
  );
  if (code !== 0 || !hasMajor(output.trim())) {
    rmSync(join(folder, 'node_modules', '.stamp'), { force: true });
    throw new Stop(
      `The Node brought along does not run here: ${output.trim()}\nPlease install Node ${NODE_MAJOR}.`,
    );
  }
  return node;
}

/** npm's own record of what it installed, written at its end: true when it is what the lock asks for here. */
function installedByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const have = JSON.parse(readFileSync(record, 'utf8')).packages;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const fits = (list, value) =>
    !list || list.includes(value) || list.some((x) => x[0] === '!' && x !== `!${value}`);
  return Object.entries(want).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true;
    const found = have[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    // npm leaves out the native parts of other machines, and what only those need.
    const native = (entry.os || entry.cpu) && !entry.libc;
    const ours = native && fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
    return Boolean(entry.optional && !ours);
  });
}

async function fetchPackages(node) {
  const modules = join(root, 'node_modules');
  await once(
    join(modules, '.stamp'),
    fingerprintOf(join(root, 'package-lock.json'), join(root, '.npmrc')),
    installedByHand,
    () =>
      npm(
        node,
        ['ci'],
        existsSync(modules) ? 'The locked packages changed; fetching them' : 'Fetching the locked packages',
      ),
  );
}

/**
 * npm starts us through a shell that dies of SIGTERM without passing it on. So whoever npm started watches for
 * that shell's end; one started by hand may outlive its terminal (`nohup`) as any program may.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
}

async function main() {
  endWithNpm();
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Stop('usage: node scripts/with-node.mjs <script.ts> [arguments]');
  const file = resolve(root, script);
  if (!existsSync(file)) throw new Stop(`There is no ${relative(root, file)} in this project.`);
  process.chdir(root);
  const node = hasMajor(process.version) ? process.execPath : await fetchNode();
  await fetchPackages(node);
  // As the units of a real machine have it: else the system's allocator keeps what pictures took, 130 MB after a sample shop was made.
  const env = { MALLOC_MMAP_THRESHOLD_: '131072', ...withNodeFirst(node) };
  const { code, signal } = await run(node, [file, ...args], { env });
  // Ending by the same signal tells the shell the truth; what we pass on to ourselves is no longer listened to.
  if (signal) process.kill(process.pid, signal);
  else process.exitCode = code;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`\n✗ ${error.message}\n`);
  process.exitCode = 1;
}
