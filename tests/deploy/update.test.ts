// Updates on a fake machine: a release that is not well is taken back by itself, a kill at any step is made good, and nothing that
// the shop took in is lost on the way.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  cpSync,
  existsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateState } from '@balcao/shared/http/update.ts';
import { openTestStore } from '../../edge/testing/open-test-store.ts';
import { asRole } from '../../edge/testing/sign-in.ts';
import { sealArchive } from '../../scripts/release-seal.ts';
import { fakeMachine } from './fake-machine.ts';

let machine: Awaited<ReturnType<typeof fakeMachine>>;
beforeEach(async () => {
  machine = await fakeMachine();
});
afterEach(() => machine.stop());

/** An installed 1.0.0 that has sold once. */
async function installed(options: { key?: string } = {}): Promise<void> {
  const { code, output } = await machine.install(machine.release({ version: '1.0.0', ...options }));
  expect({ code, output }).toMatchObject({ code: 0 });
  machine.sell();
}

describe('update.sh', () => {
  it('brings a release from a file, with the data migrated and the old release kept', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0', schema: 2 }));
    expect(await machine.update([file])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect(machine.data()).toEqual({ orders: 1, schema: 2 });
    expect(machine.status()).toMatchObject({ state: 'done', version: '1.1.0' });
    expect(machine.has('opt/balcao/releases/1.0.0/edge/main.js')).toBe(true);
    expect(await machine.update([file])).toMatchObject({ code: 0 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'killed at step %i and run again, ends at the new release',
    async (number) => {
      await installed();
      const file = machine.archive(machine.release({ version: '1.1.0', schema: 2 }));
      expect((await machine.update([file], { killAt: `[${number}/8]` })).code).toBeNull();
      expect(await machine.update([file])).toMatchObject({ code: 0 });
      expect(await machine.answering()).toBe('1.1.0');
      expect(machine.data()).toEqual({ orders: 1, schema: 2 });
      expect(machine.has('var/lib/balcao-update/unfinished')).toBe(false);
    },
  );

  it.each([4, 5, 6, 7, 8])(
    'killed at step %i, is finished or taken back at the next start',
    async (number) => {
      await installed();
      const file = machine.archive(machine.release({ version: '1.1.0', schema: 2 }));
      await machine.update([file], { killAt: `[${number}/8]` });
      await machine.update(['--recover']);
      expect(await machine.answering()).toBe(machine.current());
      expect(machine.data().orders).toBe(1);
      expect(machine.has('var/lib/balcao-update/unfinished')).toBe(false);
    },
  );

  it('leaves the shop alone when the release cannot read its data', async () => {
    await installed();
    const services = (): string[] =>
      machine
        .calls()
        .split('\n')
        .filter((call) => call.startsWith('systemctl'));
    const before = services();
    const file = machine.archive(machine.release({ version: '1.1.0', fault: 'unreadable' }));
    const { code, output } = await machine.update([file]);
    expect(code).toBe(1);
    expect(output).toContain('não consegue abrir os dados da loja');
    expect(output).toContain('este banco é de outra versão');
    expect(services()).toEqual(before);
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('goes back by itself when the release does not answer', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0', fault: 'deaf' }));
    const { code, output } = await machine.update([file]);
    expect(code).toBe(1);
    expect(output).toContain('A loja voltou sozinha à versão 1.0.0');
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.data()).toEqual({ orders: 1, schema: 1 });
    expect(machine.status()).toMatchObject({ state: 'rolled-back', version: '1.0.0' });
  });

  it('goes back with the data of before when the release had migrated it', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0', schema: 2, fault: 'deaf' }));
    expect(await machine.update([file])).toMatchObject({ code: 1 });
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.data()).toEqual({ orders: 1, schema: 1 });
  });

  it('goes back and keeps what the release sold meanwhile', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0', fault: 'deaf-but-sells' }));
    expect(await machine.update([file])).toMatchObject({ code: 1 });
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.data().orders).toBe(2);
  });

  it('throws no order away: migrated data with new orders waits for a person', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0', schema: 2, fault: 'deaf-but-sells' }));
    const { code, output } = await machine.update([file]);
    expect(code).toBe(1);
    expect(output).toContain('Chame o suporte');
    // The one of before, the one that was taken while it was tried, and perhaps one of its present life.
    expect(machine.data().orders).toBeGreaterThanOrEqual(2);
    expect(machine.data().schema).toBe(2);
    expect(machine.status().state).toBe('stuck');
    // Nobody else's to read.
    expect(statSync(join(machine.root, 'var/lib/balcao-update/store.db')).mode & 0o777).toBe(0o600);
  });

  it('refuses a file that was tampered with, or is no release at all', async () => {
    await installed();
    const release = machine.release({ version: '1.1.0' });
    appendFileSync(join(release, 'edge/main.js'), ' ');
    const tampered = await machine.update([machine.archive(release)]);
    expect(tampered).toMatchObject({ code: 1 });
    expect(tampered.output).toContain('corrompido ou foi alterado');
    const linked = machine.release({ version: '1.1.0' });
    symlinkSync('/etc/passwd', join(linked, 'edge/more'));
    expect((await machine.update([machine.archive(linked)])).output).toContain('corrompido ou foi alterado');
    const noise = join(machine.folder, 'noise.tar.gz');
    writeFileSync(noise, 'no archive');
    expect((await machine.update([noise])).output).toContain('corrompido ou foi alterado');
    expect((await machine.update([join(machine.folder, 'nowhere')])).output).toContain('Não há arquivo');
    expect(await machine.answering()).toBe('1.0.0');
    expect(machine.status().state).toBe('failed');
  });

  it('refuses an older release, and goes back to the one before only when asked', async () => {
    await installed();
    await machine.update([machine.archive(machine.release({ version: '1.1.0' }))]);
    const older = await machine.update([machine.archive(machine.release({ version: '1.1.0-rc.1' }))]);
    expect(older).toMatchObject({ code: 1 });
    expect(older.output).toContain('sudo balcao rollback');
    expect(await machine.update(['--rollback'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('does not go back to a release that cannot read the data of today', async () => {
    await installed();
    await machine.update([machine.archive(machine.release({ version: '1.1.0', schema: 2 }))]);
    expect((await machine.update(['--rollback'])).output).toContain('não consegue abrir os dados');
    expect(await machine.answering()).toBe('1.1.0');
  });

  it('says that the disk is nearly full before anything is unpacked', async () => {
    await installed();
    const file = machine.archive(machine.release({ version: '1.1.0' }));
    machine.command(
      'df',
      'echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "x 9 9 51200 99% /"',
    );
    const { code, output } = await machine.update([file]);
    expect(code).toBe(1);
    expect(output).toContain('O disco está quase cheio');
    expect(machine.has('opt/balcao/releases/.incoming')).toBe(false);
  });

  it('does not run twice at once', async () => {
    await installed();
    machine.command('flock', 'exit 1');
    expect((await machine.update(['--rollback'])).output).toContain(
      'Outra instalação ou atualização está em andamento',
    );
  });
});

describe('an archive that root lets in unsigned', () => {
  const packed = (...words: string[]): string => {
    const file = join(machine.folder, 'made.tar.gz');
    execFileSync('tar', ['-C', machine.folder, '-P', '-czf', file, ...words], { stdio: 'pipe' });
    return file;
  };
  const lay = (path: string, bytes: number): void => {
    mkdirSync(dirname(join(machine.folder, path)), { recursive: true });
    writeFileSync(join(machine.folder, path), Buffer.alloc(bytes));
  };

  it('is unpacked by nobody, and what becomes of it is root’s own', async () => {
    await installed();
    expect(await machine.update([machine.archive(machine.release({ version: '1.1.0' }))])).toMatchObject({
      code: 0,
    });
    expect(machine.calls()).toMatch(/^runuser -u nobody -- bash -c .*tar -xf/ms);
    expect(machine.calls()).toMatch(/^chown -R 0:0 .*\.incoming$/m);
    expect(machine.has('opt/balcao/releases/.unpacking')).toBe(false);
  });

  it.each<[string, () => string, Record<string, string>]>([
    [
      'a path that leads out of its folder',
      () => {
        lay('made/a', 10);
        return packed('--transform=s,^made/a,made/../../out,', 'made/a');
      },
      {},
    ],
    [
      'a path from the root',
      () => {
        lay('made/a', 10);
        return packed(join(machine.folder, 'made/a'));
      },
      {},
    ],
    [
      'a link',
      () => {
        lay('made/a', 10);
        symlinkSync('/etc', join(machine.folder, 'made/etc'));
        return packed('made');
      },
      {},
    ],
    [
      'more than one folder',
      () => {
        lay('made/a', 10);
        lay('also/a', 10);
        return packed('made', 'also');
      },
      {},
    ],
    [
      'more bytes than a release can have',
      () => {
        lay('made/a', 3 * 1024 * 1024);
        return packed('made');
      },
      { BALCAO_UNPACKED_MB_MAX: '2' },
    ],
    [
      'more files than a release can have',
      () => {
        for (let at = 0; at < 12; at += 1) lay(`made/${at}`, 1);
        return packed('made');
      },
      { BALCAO_ENTRIES_MAX: '10' },
    ],
  ])('is not unpacked with %s', async (_, make, env) => {
    await installed();
    const file = make();
    const { code, output } = await machine.update([file, '--unsigned'], { env });
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('corrompido ou foi alterado') as string,
    });
    expect(machine.calls()).not.toContain('tar -xf');
    expect(machine.has('opt/balcao/releases/.incoming')).toBe(false);
    expect(await machine.answering()).toBe('1.0.0');
  });
});

describe('a signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const other = generateKeyPairSync('ed25519').privateKey;
  const signed = (sums: Buffer): Buffer => sign(null, sums, privateKey);
  const request = (kind: string, file?: string): void => {
    const updates = join(machine.root, 'var/lib/balcao/updates');
    mkdirSync(updates, { recursive: true });
    if (file !== undefined) cpSync(file, join(updates, 'release.tar.gz'));
    writeFileSync(join(updates, 'request'), kind);
  };

  it('is needed once the store knows the key, unless root says otherwise', async () => {
    await installed({ key });
    const bare = machine.archive(machine.release({ version: '1.1.0' }));
    expect((await machine.update([bare])).output).toContain('não tem a assinatura');
    const foreign = machine.release({ version: '1.2.0', key, sign: (sums) => sign(null, sums, other) });
    expect((await machine.update([machine.archive(foreign)])).output).toContain('não tem a assinatura');
    expect(await machine.answering()).toBe('1.0.0');
    const good = machine.archive(machine.release({ version: '1.3.0', key, sign: signed }), privateKey);
    expect(await machine.update([good])).toMatchObject({ code: 0 });
    const careless = machine.archive(machine.release({ version: '1.4.0' }));
    expect(await machine.update([careless, '--unsigned'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.4.0');
  });

  it.each<[string, (file: string) => void]>([
    ['has no seal', () => undefined],
    ['was sealed by somebody else', (file) => sealArchive(file, other)],
    [
      'was changed in one byte after it was sealed',
      (file) => {
        sealArchive(file, privateKey);
        const bytes = readFileSync(file);
        const last = bytes.length - 1;
        bytes[last] = (bytes[last] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
    [
      'is cut short',
      (file) => {
        sealArchive(file, privateKey);
        writeFileSync(file, readFileSync(file).subarray(0, 60));
      },
    ],
  ])(
    'is looked for before anything is unpacked: an archive that %s is not even opened',
    async (_, change) => {
      await installed({ key });
      const file = machine.archive(machine.release({ version: '1.1.0', key, sign: signed }));
      change(file);
      machine.command('tar', 'echo "tar $*" >> "$MACHINE/calls"; exit 1');
      machine.command('gzip', 'echo "gzip $*" >> "$MACHINE/calls"; exit 1');
      request('file', file);
      for (const words of [[file], ['--requested']])
        expect((await machine.update(words)).output).toContain('não tem a assinatura');
      expect(machine.calls()).not.toMatch(/^(tar|gzip) /m);
      expect(await machine.answering()).toBe('1.0.0');
    },
  );

  it('is always needed for what is asked for in the browser', async () => {
    await installed();
    request('file', machine.archive(machine.release({ version: '1.1.0' })));
    const { code, output } = await machine.update(['--requested']);
    expect(code).toBe(1);
    expect(output).toContain('não tem a assinatura');
    expect(machine.has('var/lib/balcao/updates/request')).toBe(false);
    expect(machine.status().state).toBe('failed');
  });

  it('lets an administrator update from the browser', async () => {
    await installed({ key });
    request('file', machine.archive(machine.release({ version: '1.1.0', key, sign: signed }), privateKey));
    expect(await machine.update(['--requested'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect(existsSync(join(machine.root, 'var/lib/balcao/updates/release.tar.gz'))).toBe(false);
    // What somebody who was erased asks for: the copy that an update kept, and no word about an update.
    const kept = join(machine.root, 'var/lib/balcao-update/store.db');
    writeFileSync(kept, 'everybody');
    const before = machine.status();
    request('forget');
    expect(await machine.update(['--requested'])).toMatchObject({ code: 0 });
    expect([existsSync(kept), machine.has('var/lib/balcao/updates/request')]).toEqual([false, false]);
    expect(machine.status()).toEqual(before);
    request('mystery');
    expect((await machine.update(['--requested'])).output).toContain('não foi entendido');
  });

  it('shows in the browser how it went: done, and gone back by itself', async () => {
    await installed({ key });
    const store = await openTestStore({
      environment: {
        DATA_DIR: join(machine.root, 'var/lib/balcao'),
        UPDATE_STATUS: join(machine.root, 'var/lib/balcao-update/status.json'),
      },
    });
    // The updater's clock is the machine's.
    store.clock.nowMs = Date.now();
    const admin = await asRole(store, 'ADMIN');
    const updateTo = async (release: string) => {
      const body = new Uint8Array(readFileSync(machine.archive(release, privateKey)));
      const headers = { 'content-type': 'application/gzip', 'content-length': String(body.length) };
      const sent = await admin('/api/staff/update/file', { method: 'PUT', body, headers });
      expect(sent.status).toBe(200);
      expect((await admin('/api/staff/update', { json: { from: 'file' } })).status).toBe(202);
      await machine.update(['--requested']);
      store.clock.nowMs = Date.now();
      return ((await (await admin('/api/staff/update')).json()) as UpdateState).run;
    };
    try {
      expect(await updateTo(machine.release({ version: '1.1.0', key, sign: signed }))).toMatchObject({
        state: 'done',
        message: 'A loja está na versão 1.1.0.',
      });
      expect(
        await updateTo(machine.release({ version: '1.2.0', key, sign: signed, fault: 'deaf' })),
      ).toMatchObject({
        state: 'rolled-back',
        message: expect.stringContaining('voltou sozinha à versão 1.1.0'),
      });
      expect(await machine.answering()).toBe('1.1.0');
    } finally {
      await store.close();
    }
  });
});
