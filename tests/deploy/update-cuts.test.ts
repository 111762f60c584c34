// An update that is cut or fails in the middle, at any command of it: whatever happens, a whole release serves the shop with all that it
// sold, what went wrong is said in words, and the same update goes through once there is power and room. SEED repeats a run; CUTS=all
// tries every command.
import { execFileSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seeded, seedOf } from '../faults/seeded.ts';
import { fakeMachine } from './fake-machine.ts';
import type { Ran } from './machine-folder.ts';

/** What nobody at a shop's machine should have to read. */
const RAW = /node:internal|^\s+at |No space left|Input\/output error|cannot |write error|line \d+:/m;
/** One cut in each of these, so that no run looks at the beginning only. */
const PARTS = [
  /^(Lendo|Conferindo|Copiando|Experimentando)/,
  /^Guardando/,
  /^Trocando/,
  /^(Ligando|Esperando)/,
];
/** Before each command of the script itself: counts, and at the wanted one does what is to go wrong. */
const CUT = String.raw`
case "$0" in */pi/update.sh)
  AT=0
  STEP=
  cut_power() { kill -9 0; }
  fill_disk() { head -c 400M /dev/zero >"$BALCAO_PREFIX/opt/fill" 2>/dev/null || true; }
  use_inodes() { mkdir "$BALCAO_PREFIX/opt/files"; local n; for n in {1..4000}; do : >"$BALCAO_PREFIX/opt/files/$n" || break; done 2>/dev/null; }
  set -T
  trap 'if [ "$BASHPID" = "$$" ]; then AT=$((AT + 1)); echo "$STEP" >>"$MACHINE/commands"; [ "$AT" != "$CUT_AT" ] || "$CUT_BY"; fi' DEBUG
esac
`;
const WAYS = ['cut_power', 'fill_disk', 'use_inodes'] as const;

let machine: Awaited<ReturnType<typeof fakeMachine>>;
let archive: string;
const isMountable = mounts();

function mounts(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    // Only who may mount has a small disk.
    return false;
  }
}

async function installed(): Promise<void> {
  machine = await fakeMachine();
  writeFileSync(join(machine.folder, 'cut.sh'), CUT);
  if (isMountable)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,nr_inodes=2500', 'tmpfs', machine.root]);
  expect(await machine.install(machine.release({ version: '1.0.0' }))).toMatchObject({ code: 0 });
  machine.sell();
  archive = machine.archive(machine.release({ version: '1.1.0', schema: 2 }));
}
const remove = (): void => {
  machine.halt();
  if (isMountable) execFileSync('umount', ['--lazy', machine.root]);
  machine.stop();
};
const update = (at: number, by: string): Promise<Ran> =>
  machine.update([archive], {
    env: { BASH_ENV: join(machine.folder, 'cut.sh'), CUT_AT: String(at), CUT_BY: by },
  });
const opt = (path: string): string => join(machine.root, 'opt', path);
const leftovers = (): string[] =>
  globSync(
    join(
      machine.root,
      '{opt,var/lib,etc}/**/{.placing,.incoming,.unpacking,.trial.*,.update-copy,*.new,*.next,unfinished}',
    ),
  );

async function isWhole(): Promise<void> {
  await expect.poll(machine.answering, { timeout: 60_000 }).toBe(machine.current());
  expect(await machine.serves()).toBe(true);
  expect(machine.data().orders).toBe(1);
}

describe('an update cut at any command', () => {
  const seed = seedOf();
  const chance = seeded(seed);
  const isEvery = process.env['CUTS'] === 'all';
  /** The step that each command belongs to. */
  let commands: string[] = [];
  beforeAll(async () => {
    await installed();
    execFileSync('cp', ['-a', `${machine.root}/.`, join(machine.folder, 'before')]);
    await update(0, 'none');
    commands = readFileSync(join(machine.folder, 'commands'), 'utf8').trimEnd().split('\n');
  });
  afterAll(remove);

  async function tryAt(at: number, by: (typeof WAYS)[number]): Promise<void> {
    machine.halt();
    execFileSync('find', [machine.root, '-mindepth', '1', '-delete']);
    execFileSync('cp', ['-a', `${join(machine.folder, 'before')}/.`, machine.root]);
    await machine.boot();
    await expect.poll(machine.answering).toBe('1.0.0');
    const ended = await update(at, by);
    try {
      if (by === 'cut_power') {
        expect(ended.code).toBeNull();
        machine.halt();
      } else await goesOnWithoutRoom(ended);
      await ends();
    } catch (error) {
      const where = `SEED=${seed}, ${by} at command ${at} of ${commands.length}, ${commands[at - 1]}`;
      throw new Error(`${where}:\n${ended.output}\n${String(error)}`, { cause: error });
    }
  }

  async function goesOnWithoutRoom(ended: Ran): Promise<void> {
    expect(ended.output).not.toMatch(RAW);
    expect(ended.output).toMatch(ended.code === 0 ? /[✓!] A loja está na versão 1\.1\.0/ : /✗ .*[a-z]/);
    await isWhole();
    expect(machine.current()).toBe(ended.code === 0 ? '1.1.0' : '1.0.0');
    for (const path of ['fill', 'files']) rmSync(opt(path), { recursive: true, force: true });
  }

  /** At the next start, with power and room: something whole, and then the new release. */
  async function ends(): Promise<void> {
    const { output } = await machine.boot();
    expect(output).not.toMatch(RAW);
    await isWhole();
    expect(await update(0, 'none')).toMatchObject({ code: 0 });
    await isWhole();
    expect(machine.data()).toEqual({ orders: 1, schema: 2 });
    expect(leftovers()).toEqual([]);
  }

  it.each(isMountable ? WAYS : (['cut_power'] as const))(
    '[62] by %s: a whole release serves, nothing sold is lost, and the next try goes through',
    async (by) => {
      expect(commands.length).toBeGreaterThan(150);
      const numbers = commands.map((_, index) => index + 1);
      const points = isEvery
        ? numbers
        : [
            ...PARTS.map((part) => chance.pick(numbers.filter((at) => part.test(commands[at - 1] ?? '')))),
            // The store stands still, and nothing of the new release has its place yet.
            commands.findIndex((step) => step.startsWith('Trocando')) + 1,
          ];
      for (const at of points) await tryAt(at, by);
    },
    isEvery ? 8 * 3_600_000 : 240_000,
  );
});

describe('an update whose copy fails', () => {
  beforeEach(installed);
  afterEach(remove);

  const goesOn = async (ended: Ran): Promise<void> => {
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.output).toMatch(
      /não puderam ser copiados sem defeito|não tem|cheio|não aceita mais arquivos/,
    );
    expect(ended.output).not.toMatch(RAW);
    expect(machine.status().state).toBe('failed');
    expect(machine.current()).toBe('1.0.0');
    await isWhole();
  };
  /** Of the copies that the updater makes, the one that gets its own place. */
  const placing = (script: string): void =>
    machine.command('cp', `case "$*" in *.placing) ${script} ;; *) exec /usr/bin/cp "$@" ;; esac`);

  it.each([
    [
      'ends with an I/O error, a file short',
      '/usr/bin/cp "$@"; rm "$3"/web/assets/a.js; echo "cp: Input/output error" >&2; exit 1',
    ],
    ['says that all is well, a file short', '/usr/bin/cp "$@"; rm "$3"/web/assets/a.js'],
    ['says that all is well, with one byte changed', '/usr/bin/cp "$@"; printf x >>"$3"/web/assets/a.js'],
  ])('[62] because it %s: the old release goes on, and says so', async (_, script) => {
    placing(script);
    await goesOn(await machine.update([archive]));
    machine.command('cp', 'exec /usr/bin/cp "$@"');
    expect(await machine.update([archive])).toMatchObject({ code: 0 });
    await isWhole();
  });

  it('[62] because the disk does not keep it: the old release goes on, and says so', async () => {
    machine.command('sync', 'case "$*" in *.placing) echo "sync: Input/output error" >&2; exit 1 ;; esac');
    await goesOn(await machine.update([archive]));
  });

  it('[62] leaves alone the release that runs: one that was damaged is mended beside it', async () => {
    const release = machine.release({ version: '1.0.0' });
    appendFileSync(opt('balcao/releases/1.0.0/web/assets/a.js'), ' ');
    placing('exit 1');
    const failed = await machine.install(release);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.output).toContain('não puderam ser copiados');
    expect(await machine.answering()).toBe('1.0.0');
    machine.command('cp', 'exec /usr/bin/cp "$@"');
    expect(await machine.install(release)).toMatchObject({ code: 0 });
    expect(machine.current()).toBe('1.0.0.mended');
    expect(await machine.update([archive])).toMatchObject({ code: 0 });
    await isWhole();
  });

  it('[62] is taken back when its web app does not open, although the server answers', async () => {
    const { code, output } = await machine.update([
      machine.archive(machine.release({ version: '1.2.0', web: 'without-script' })),
    ]);
    expect({ code, output }).toMatchObject({ code: 1 });
    expect(output).toContain('voltou sozinha à versão 1.0.0');
    expect(machine.current()).toBe('1.0.0');
    await isWhole();
  });
});

describe.runIf(isMountable)('an update on a disk that is full', () => {
  beforeEach(installed);
  afterEach(remove);

  it.each([
    ['the program', 'opt/balcao', 'size=300m', /em \/opt\/balcao há \d+ MB livres/],
    ['the data', 'var/lib/balcao', 'size=300m', /em \/var\/lib\/balcao há \d+ MB livres/],
    ['the updater', 'var/lib/balcao-update', 'size=300m', /em \/var\/lib\/balcao-update há \d+ MB livres/],
    [
      'the program, in files',
      'opt/balcao',
      'size=300m,nr_inodes=400',
      /não aceita mais arquivos: em \/opt\/balcao cabem \d+/,
    ],
    [
      'the data, in files',
      'var/lib/balcao',
      'size=300m,nr_inodes=400',
      /não aceita mais arquivos: em \/var\/lib\/balcao cabem \d+/,
    ],
  ])('[62] of %s says what is missing, before anything is changed', async (_, place, options, words) => {
    const at = join(machine.root, place);
    machine.halt();
    execFileSync('cp', ['-a', at, join(machine.folder, 'kept')]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at]);
    try {
      execFileSync('cp', ['-a', `${join(machine.folder, 'kept')}/.`, at]);
      await machine.boot();
      mkdirSync(join(at, 'fill'));
      if (options.includes('inodes'))
        for (let n = 0; n < 400; n += 1) {
          try {
            writeFileSync(join(at, 'fill', String(n)), '');
          } catch {
            // That was the last one.
            break;
          }
        }
      else
        execFileSync('sh', ['-c', `head -c 400M /dev/zero >'${join(at, 'fill/file')}' 2>/dev/null || true`]);
      const ended = await machine.update([archive]);
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.output).toMatch(words);
      expect(ended.output).not.toMatch(RAW);
      expect(machine.current()).toBe('1.0.0');
      await isWhole();
    } finally {
      machine.halt();
      execFileSync('umount', ['--lazy', at]);
    }
  });
});
