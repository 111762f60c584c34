// A store's own updater at a source of releases: a real apt repository on a local web server, made by the project's own script. What is
// believed, what is refused, and that the night tries nothing twice.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  cpSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UpdateSource } from '@balcao/shared/http/update.ts';
import { releaseApt, type Suite } from '../../scripts/release-apt.ts';
import { fakeMachine, type Fault } from './fake-machine.ts';

const DAY_S = 86_400;
const FIRST_S = 1_790_000_000;
const DEB = process.arch === 'x64' ? 'amd64' : process.arch;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').privateKey;
const trusted = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

let machine: Awaited<ReturnType<typeof fakeMachine>>;
let server: Server;
/** What the server sends of a path instead of the whole file: so many bytes, then it hangs up. */
let cutAfter: Record<string, number>;
let asked: string[];
const site = (): string => join(machine.folder, 'site');

beforeEach(async () => {
  machine = await fakeMachine();
  cutAfter = {};
  asked = [];
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const file = join(site(), path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-length', statSync(file).size);
    const bytes = cutAfter[path];
    if (bytes === undefined) createReadStream(file).pipe(response);
    else response.write(readFileSync(file).subarray(0, bytes), () => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const installed = await machine.install(machine.release({ version: '1.0.0', key: trusted }), {
    env: { UPDATE_URL: `http://127.0.0.1:${port}/` },
  });
  if (installed.code !== 0) throw new Error(installed.output);
  machine.sell();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  machine.stop();
});

async function publish(options: {
  version: string;
  fault?: Fault;
  suites?: readonly Suite[];
  atS?: number;
  key?: KeyObject;
}): Promise<void> {
  const { version, fault = 'none', suites = ['stable', 'early'], atS = FIRST_S, key = privateKey } = options;
  const release = machine.release({ version, fault, key: trusted, sign: (sums) => sign(null, sums, key) });
  await releaseApt({
    archives: { [process.arch]: machine.archive(release, key) },
    version,
    into: site(),
    key: pem(key),
    suites,
    atS,
  });
}
/** As the store lays it. */
async function request(words: string) {
  const updates = join(machine.root, 'var/lib/balcao/updates');
  mkdirSync(updates, { recursive: true });
  writeFileSync(join(updates, 'request'), words);
  return machine.update(['--requested']);
}
const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600;
const night = (channel: Suite = 'stable', until = inAnHour()) => request(`night ${channel} ${until}`);
const told = (): UpdateSource =>
  UpdateSource.parse(
    JSON.parse(readFileSync(join(machine.root, 'var/lib/balcao-update/source.json'), 'utf8')),
  );
const hasStatus = (): boolean => machine.has('var/lib/balcao-update/status.json');

describe('a source of releases', () => {
  it('is asked for what is newest; at night it is brought, tried and started; then there is nothing newer', async () => {
    await publish({ version: '1.1.0' });
    expect(await request('look stable')).toMatchObject({ code: 0 });
    expect(told()).toMatchObject({
      channel: 'stable',
      state: 'available',
      version: '1.1.0',
      trouble: 'none',
      indexAtMs: FIRST_S * 1000,
    });
    expect(asked.some((path) => path.endsWith('.deb'))).toBe(false);
    expect([hasStatus(), await machine.answering()]).toEqual([false, '1.0.0']);
    expect(await night()).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect(machine.data().orders).toBe(1);
    expect(machine.status()).toMatchObject({ state: 'done', version: '1.1.0' });
    await request('look stable');
    expect(told()).toMatchObject({ state: 'newest', version: '1.1.0' });
    expect(machine.has('var/lib/balcao-update/source')).toBe(false);
  });

  it('is asked from the command line too, for either channel', async () => {
    await publish({ version: '1.1.0' });
    await publish({ version: '1.2.0-rc.1', suites: ['early'] });
    expect(await machine.balcao(['update'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
    expect((await machine.balcao(['update'])).output).toContain('já está na versão mais nova (1.1.0)');
    expect(await machine.balcao(['update', '--early'])).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.2.0-rc.1');
  });

  it('that cannot be reached is no failure: what was heard, and when, stays told', async () => {
    await publish({ version: '1.1.0' });
    await request('look stable');
    const before = told();
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await night()).toMatchObject({ code: 0 });
    expect(told()).toMatchObject({
      state: 'available',
      version: '1.1.0',
      heardAtMs: before.heardAtMs,
      trouble: 'offline',
    });
    expect(hasStatus()).toBe(false);
    server.listen(0);
  });

  it('[88] never brings the same version twice by night, however it ended', async () => {
    await publish({ version: '1.1.0', fault: 'deaf' });
    await night();
    expect(machine.status()).toMatchObject({ state: 'rolled-back', version: '1.0.0' });
    const calls = machine.calls();
    asked = [];
    expect(await night()).toMatchObject({ code: 0 });
    expect(told()).toMatchObject({ state: 'tried', version: '1.1.0' });
    expect(asked.some((path) => path.endsWith('.deb'))).toBe(false);
    expect(machine.calls().slice(calls.length)).not.toContain('systemctl');
    // The next version is another one.
    await publish({ version: '1.1.1', atS: FIRST_S + DAY_S });
    expect(await night()).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.1');
    // Somebody who goes back has decided.
    expect(await machine.update(['--rollback'])).toMatchObject({ code: 0 });
    await night();
    expect([told().state, await machine.answering()]).toEqual(['tried', '1.0.0']);
  });

  it('[88] is left alone after it took the power with it, until a person asks', async () => {
    await publish({ version: '1.1.0' });
    const updates = join(machine.root, 'var/lib/balcao/updates');
    mkdirSync(updates, { recursive: true });
    writeFileSync(join(updates, 'request'), `night stable ${inAnHour()}`);
    await machine.update(['--requested'], { killAt: '[5/8]' });
    await machine.boot();
    await night();
    expect([told().state, await machine.answering()]).toEqual(['tried', '1.0.0']);
    expect(await request('web stable')).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
  });

  it('[89] does not begin when the shop opens before the release is here', async () => {
    await publish({ version: '1.1.0' });
    const late = await night('stable', Math.floor(Date.now() / 1000) - 1);
    expect(late.code).toBe(1);
    expect(machine.status().message).toContain('a loja já vai abrir');
    expect(await machine.answering()).toBe('1.0.0');
    for (const words of ['night stable', 'night stable soon', 'nights'])
      expect((await request(words)).output).toContain('não foi entendido');
    // Not counted as tried: nothing was.
    expect(await night()).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
  });
});

describe('what is refused', () => {
  /** The reason is told, and what was heard before stays told beside it. */
  async function refused(words: RegExp): Promise<void> {
    await request('look stable');
    expect(told()).toMatchObject({ trouble: 'refused', message: expect.stringMatching(words) as string });
  }

  it('[85] [86] an index that is forged, changed, of another channel, or of before: nothing else is asked for', async () => {
    const suite = join(site(), 'dists/stable');
    const restore = (): void => cpSync(`${site()}-old`, site(), { recursive: true });
    await publish({ version: '1.1.0', key: other });
    await refused(/não tem a assinatura/);
    expect(told()).toMatchObject({ state: 'none', version: '' });
    // Who asked hears it too.
    await request('web stable');
    expect(machine.status().message).toContain('A lista de versões não tem a assinatura');
    await publish({ version: '1.1.0' });
    cpSync(site(), `${site()}-old`, { recursive: true });

    const release = join(suite, 'Release');
    writeFileSync(release, readFileSync(release, 'utf8').replace('Label: Balcao', 'Label: balcao'));
    await refused(/não tem a assinatura/);
    restore();
    writeFileSync(join(suite, 'Release.sig'), '');
    await refused(/não tem a assinatura/);
    restore();
    const packages = join(suite, `main/binary-${DEB}/Packages`);
    writeFileSync(packages, readFileSync(packages, 'utf8').replace('1.1.0', '9.9.9'));
    await refused(/chegou alterada/);
    restore();
    cpSync(join(suite, '../early'), suite, { recursive: true });
    await refused(/de outro canal/);

    await publish({ version: '1.2.0', atS: FIRST_S + DAY_S });
    await request('look stable');
    expect(told()).toMatchObject({ trouble: 'none', state: 'available', version: '1.2.0' });
    restore();
    await refused(/mais antiga que a que esta loja já viu/);
    expect(told()).toMatchObject({ state: 'available', version: '1.2.0' });

    await night();
    expect(asked.some((path) => path.endsWith('.deb'))).toBe(false);
    expect(await machine.answering()).toBe('1.0.0');
  });

  it('[86] an index of long ago is read where none newer was seen: time alone cuts no shop off', async () => {
    await publish({ version: '1.1.0', atS: FIRST_S - 250 * DAY_S });
    await request('look stable');
    expect(told()).toMatchObject({
      state: 'available',
      trouble: 'none',
      indexAtMs: (FIRST_S - 250 * DAY_S) * 1000,
    });
  });

  it('[86] an older version under a newer date', async () => {
    await publish({ version: '0.9.0' });
    expect(await night()).toMatchObject({ code: 0 });
    expect(told()).toMatchObject({ state: 'newest', version: '0.9.0' });
    expect(asked.some((path) => path.endsWith('.deb'))).toBe(false);
  });

  it('[87] a package that is cut, changed, or larger than the index says: the next night brings it', async () => {
    await publish({ version: '1.1.0' });
    const path = `pool/main/b/balcao/balcao-store_1.1.0_${DEB}.deb`;
    const file = join(site(), path);
    const good = readFileSync(file);
    const turned = Buffer.from(good);
    turned[good.length - 600] = (good[good.length - 600] ?? 0) ^ 1;
    for (const spoil of [
      () => (cutAfter[`/${path}`] = 2_000),
      () => writeFileSync(file, turned),
      () => writeFileSync(file, Buffer.concat([good, Buffer.alloc(4 * 1024 * 1024)])),
    ]) {
      spoil();
      expect((await night()).code).toBe(1);
      expect(machine.status()).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(/não chegou/) as string,
      });
      expect(machine.has('var/lib/balcao-update/source')).toBe(false);
      cutAfter = {};
      writeFileSync(file, good);
    }
    expect(await machine.answering()).toBe('1.0.0');
    expect(await night()).toMatchObject({ code: 0 });
    expect(await machine.answering()).toBe('1.1.0');
  });

  it('[87] a package for which there is no room, before it is fetched', async () => {
    await publish({ version: '1.1.0' });
    machine.command(
      'df',
      'echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "x 9 9 1024 99% /"',
    );
    expect((await night()).code).toBe(1);
    expect(machine.status().message).toContain('O disco está quase cheio');
    expect(asked.some((path) => path.endsWith('.deb'))).toBe(false);
  });
});

it('believes the key that follows as well, once a release has told of it', async () => {
  const next = generateKeyPairSync('ed25519');
  const both = `${trusted}${next.publicKey.export({ type: 'spki', format: 'pem' }).toString()}`;
  const bridge = machine.release({
    version: '1.1.0',
    key: both,
    sign: (sums) => sign(null, sums, privateKey),
  });
  expect(await machine.update([machine.archive(bridge, privateKey)])).toMatchObject({ code: 0 });
  await publish({ version: '1.2.0', key: next.privateKey });
  expect(await night()).toMatchObject({ code: 0 });
  expect(await machine.answering()).toBe('1.2.0');
});
