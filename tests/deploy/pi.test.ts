// What the Raspberry Pi's own files ask of the system: the store starts without waiting for anything, fits a small machine, and sees
// sticks whenever they come. A whole Debian with its systemd: debian.soak.ts; what only hardware can show: deploy/pi/on-hardware.md.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePorts } from '../../scripts/ports.ts';
import { NO_SMALL_DISK, smallDisk } from '../faults/small-disk.ts';

const MB = 1024 * 1024;
const UNITS = 'deploy/pi/units';
const unit = (name: string): string => readFileSync(join(UNITS, name), 'utf8');
const settingsOf = (name: string, key: string): string[] =>
  [...unit(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value ?? '');

const trial = smallDisk('1m');
trial?.remove();

describe("the store's unit", () => {
  const STORE = 'balcao-store.service';

  it.each(readdirSync(UNITS))('[64] %s waits for no network and no clock', (name) => {
    for (const key of ['After', 'Wants', 'Requires', 'BindsTo'])
      for (const value of settingsOf(name, key)) expect(value).not.toMatch(/network|time-sync/);
  });

  // The card in an emulated machine on a busy one needed more than two minutes.
  it('gives a slow card half an hour for its start, and ends one that hangs', () => {
    expect(settingsOf(STORE, 'Type')).toEqual(['notify']);
    const [seconds = ''] = settingsOf(STORE, 'TimeoutStartSec');
    expect(seconds).toMatch(/^\d+$/);
    expect(Number(seconds)).toBeGreaterThanOrEqual(30 * 60);
    expect(Number(seconds)).toBeLessThanOrEqual(60 * 60);
  });

  it('bounds its heap by itself: most of what the memory limit allows, on a machine of 1 GB', () => {
    const [start = ''] = settingsOf(STORE, 'ExecStart');
    const flags = start.split(' ').filter((word) => word.startsWith('--'));
    const limit = Number(
      execFileSync(process.execPath, [...flags, '-p', 'v8.getHeapStatistics().heap_size_limit']).toString(),
    );
    const high = Number(/^(\d+)M$/.exec(settingsOf(STORE, 'MemoryHigh')[0] ?? '')?.[1]) * MB;
    expect(limit).toBeGreaterThan(200 * MB);
    // Beside the heap: the database's cache, pictures, the program itself.
    expect(limit).toBeLessThan(high - 96 * MB);
    // The environment reaches what the store starts too; the program's own words do not.
    expect(unit(STORE)).not.toContain('NODE_OPTIONS');
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))('is one that systemd understands, like the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-units-'));
    try {
      for (const name of readdirSync(UNITS)) {
        const text = unit(name).replaceAll(/\/opt\/balcao\/current\/\S+/g, '/bin/true');
        writeFileSync(join(folder, name.replace('@.', '@sda1.')), text);
      }
      for (const name of readdirSync(folder)) {
        const told = execFileSync('sh', [
          '-c',
          `systemd-analyze verify --man=no '${join(folder, name)}' 2>&1 || true`,
        ]);
        expect(told.toString()).not.toMatch(
          new RegExp(`${name}.*(Unknown|Failed to parse|Invalid|ignoring)`),
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

// As systemd makes the unit's view of the disk: what ReadWritePaths names is bound over itself, all else that is mounted by then becomes
// read-only, and whatever is mounted in the system later is seen here too.
const VIEW = String.raw`
set -e
bound=
for path in $WRITABLE; do
  case "$path" in -*) path="$ROOT$(echo "$path" | cut -c 2-)"; [ -e "$path" ] || continue ;; *) path="$ROOT$path" ;; esac
  mount --rbind "$path" "$path"
  bound="$bound $path"
done
mount -o remount,bind,ro "$ROOT"
case "$bound" in *" $ROOT/media"*) ;; *) mount -o remount,bind,ro "$BEFORE" ;; esac
echo seen
read -r go
for at in "$BEFORE" "$LATER"; do echo proof >"$at/proof" && echo "$at"; done
`;

describe('[63] a stick', () => {
  it('is writable for the store, whether it was there before the start or comes later', async (context) => {
    if (trial === null) return context.skip(NO_SMALL_DISK);
    const root = mkdtempSync(join(tmpdir(), 'balcao-view-'));
    execFileSync('mount', ['-t', 'tmpfs', 'root', root]);
    execFileSync('mount', ['--make-rshared', root]);
    const [before, later] = [join(root, 'media/balcao/BEFORE'), join(root, 'media/balcao/LATER')];
    for (const path of [before, later, join(root, 'var/lib/balcao')]) mkdirSync(path, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', 'stick', before]);
    const writable = settingsOf('balcao-store.service', 'ReadWritePaths').join(' ');
    const view = spawn('unshare', ['-m', '--propagation', 'slave', 'sh', '-c', VIEW], {
      env: { PATH: process.env.PATH ?? '', ROOT: root, WRITABLE: writable, BEFORE: before, LATER: later },
    });
    try {
      let told = '';
      for (const stream of [view.stdout, view.stderr])
        stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
      const ended = new Promise((resolve) => view.once('close', resolve));
      await expect.poll(() => told, { timeout: 60_000 }).toContain('seen');
      execFileSync('mount', ['-t', 'tmpfs', 'stick', later]);
      view.stdin.end('go\n');
      await ended;
      expect(told.trim().split('\n')).toEqual(['seen', before, later]);
    } finally {
      view.kill('SIGKILL');
      execFileSync('umount', ['--lazy', root]);
      rmSync(root, { recursive: true });
    }
  });
});

describe('stick.sh', () => {
  let folder: string;
  const command = (name: string, script: string): void => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };
  const calls = (): string =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '';
  /** A machine whose root is on a card, with one stick: a partition of FAT, called as its owner liked. */
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'balcao-stick-'));
    mkdirSync(join(folder, 'bin'));
    command('mount', 'echo "mount $*" >>"$FOLDER/calls"');
    command('umount', 'echo "umount $*" >>"$FOLDER/calls"');
    command('mountpoint', 'exit 1');
    command('id', 'echo 990');
    command('runuser', 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
    command('blkid', 'case "$4" in TYPE) echo "${TYPE:-vfat}" ;; LABEL) echo "${LABEL:-ACAI}" ;; esac');
    command('lsblk', 'case "$3" in *mmcblk0p2) echo mmcblk0 ;; *sda1) echo sda ;; esac');
    command(
      'findmnt',
      'case "$*" in "-nvro SOURCE -T "*) echo "${OWN:-/dev/mmcblk0p2}" ;; "-nro TARGET -S /dev/sda1") [ -z "$MOUNTED" ] || echo "$MOUNTED" ;; "--fstab"*) [ -z "$FSTAB" ] || echo "$FSTAB" ;; esac',
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const stick = (word: string, env: Record<string, string> = {}): string =>
    execFileSync('sh', ['-c', 'deploy/pi/stick.sh "$1" /dev/sda1 2>&1', '_', word], {
      env: {
        PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
        FOLDER: folder,
        BALCAO_PREFIX: folder,
        ...env,
      },
    }).toString();

  it('[63] mounts one for the store alone, with nothing on it that runs, and proves it by writing', () => {
    expect(stick('mount')).toContain(`✓ /dev/sda1 está em ${folder}/media/balcao/ACAI.`);
    expect(calls()).toMatch(
      /^mount -t vfat -o nosuid,nodev,noexec,nosymfollow,noatime,uid=990,gid=990,umask=077,flush \/dev\/sda1 /,
    );
    expect(readdirSync(join(folder, 'media/balcao/ACAI'))).toEqual([]);
    command('runuser', 'exit 1');
    expect(stick('mount')).toContain('não pode ser gravado');
  });

  it.each([
    ['the disk that the system is on', { OWN: '/dev/sda1' }],
    ['one that is mounted', { MOUNTED: '/mnt/x' }],
    ['one that fstab names', { FSTAB: '/mnt/x' }],
    ['one with a file system of another kind', { TYPE: 'ext4' }],
  ])('[63] leaves alone %s', (_, env) => {
    stick('mount', env);
    expect(calls()).toBe('');
  });

  it('[63] takes a name from outside for no path', () => {
    stick('mount', { LABEL: '../../etc/cron.d $(x)' });
    expect(readdirSync(join(folder, 'media/balcao'))).toEqual(['etc-cron-d---x']);
    stick('mount', { LABEL: '..' });
    expect(readdirSync(join(folder, 'media/balcao'))).toContain('pen-drive');
  });

  it('[63] lets one go that was pulled out, and nothing that somebody else mounted', () => {
    mkdirSync(join(folder, 'media/balcao/ACAI'), { recursive: true });
    stick('unmount', { MOUNTED: '/mnt/x' });
    expect(calls()).toBe('');
    stick('unmount', { MOUNTED: join(folder, 'media/balcao/ACAI') });
    expect(calls()).toBe(`umount -l ${folder}/media/balcao/ACAI\n`);
    expect(readdirSync(join(folder, 'media/balcao'))).toEqual([]);
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))(
    '[63] is called by a unit as shut as mounting allows',
    () => {
      const told = execFileSync('systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        join(UNITS, 'balcao-stick@.service'),
      ]).toString();
      expect(Number(/Overall exposure level for \S+: ([\d.]+)/.exec(told)?.[1])).toBeLessThanOrEqual(7);
    },
  );
});

/** As a phone: who is balcao.local? */
const RESOLVE = `
const ear = require('multicast-dns')({ interface: '10.78.0.5', bind: '0.0.0.0' });
ear.on('response', ({ answers, additionals }) => {
  for (const { name, type, data, ttl } of [...answers, ...additionals]) if (name === 'balcao.local' && type === 'A' && ttl > 0) console.log(data);
});
ear.on('ready', () => ear.query('balcao.local', 'A'));
setTimeout(() => process.exit(), 2000);
`;

describe('a store without a network', () => {
  it('[64] is ready at once, and found as soon as the cable is in', async (context) => {
    if (trial === null) return context.skip(NO_SMALL_DISK);
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-alone-'));
    const [port = 0] = await freePorts(1);
    const startedAt = performance.now();
    const store = spawn('unshare', ['--net', process.execPath, 'edge/main.ts'], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        EDGE_PORT: String(port),
        LOG_LEVEL: 'info',
        SIMULATORS: '1',
      },
    });
    let told = '';
    for (const stream of [store.stdout, store.stderr])
      stream.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const inside = (...words: string[]): string =>
      execFileSync('nsenter', ['-t', String(store.pid), '-n', ...words]).toString();
    const ask = (url: string): string =>
      inside(
        process.execPath,
        '-e',
        `fetch('${url}').then((a) => a.text()).then(console.log, () => console.log('nobody'))`,
      );
    try {
      await expect.poll(() => told, { timeout: 60_000 }).toContain('store server ready');
      // Slow here is the machine: a start that waited would have taken as long as the one that gives up on an address.
      expect(performance.now() - startedAt).toBeLessThan(60_000);
      inside('ip', 'link', 'set', 'lo', 'up');
      expect(ask(`http://127.0.0.1:${port}/healthz`)).toContain('"version"');
      inside('ip', 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'router');
      inside('ip', 'link', 'set', 'router', 'up');
      inside('ip', 'address', 'add', '10.78.0.5/24', 'dev', 'eth0');
      inside('ip', 'link', 'set', 'eth0', 'up');
      inside('ip', 'route', 'add', 'default', 'dev', 'eth0');
      await expect
        .poll(() => ask(`http://10.78.0.5:${port}/healthz`), { timeout: 60_000 })
        .toContain('"version"');
      // The announcement follows the cards within a quarter of a minute.
      await expect
        .poll(() => inside(process.execPath, '-e', RESOLVE), { timeout: 60_000 })
        .toContain('10.78.0.5');
    } finally {
      const gone = new Promise((resolve) => store.once('exit', resolve));
      store.kill('SIGKILL');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
