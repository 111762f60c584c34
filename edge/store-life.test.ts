// The life of a store through its real composition, told as approved texts: what each event leaves in the log, in the alarms, in the audit, in
// the rows that go to the relay and in what the store remembers, and what it answers. What must be by the spec is tested beside.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { v7 } from 'uuid';
import { gzipSync } from 'node:zlib';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { NO_DEATHS } from './machine/start/safe-mode.ts';
import { HELD } from './storage/write-gate.ts';
import { asRole, type Asking } from './testing/sign-in.ts';
import { openWitness, type Witness } from './testing/witness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let witness: Witness;
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const place = (): Promise<Response> =>
  witness.store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
const approved = async (name: string): Promise<void> =>
  expect(await witness.end()).toMatchFileSnapshot(`./approved/${name}.txt`);
const ready = (): Promise<void> => witness.asks('readyz', () => witness.store.ask('/readyz'));

it('a first day: the start, the trade, the night and the end', async () => {
  witness = await openWitness('a first day', { usbPrinters: () => Promise.resolve(['/dev/usb/lp99']) });
  const { store } = witness;
  await ready();
  await witness.asks('who comes without a session', () => store.ask('/api/staff/condition'));
  await witness.does('the store starts', () => store.start());
  await witness.pass(15_000);
  let admin: Asking = store.ask;
  await witness.does(
    'somebody becomes its administrator',
    async () => (admin = await asRole(store, 'ADMIN')),
  );
  await witness.asks('an order', place);
  await witness.pass(5 * MINUTE);
  await witness.asks('condition', () => admin('/api/staff/condition'));
  await witness.asks('a copy', () => admin('/api/staff/backups', { method: 'POST' }));
  await witness.asks('copies', () => admin('/api/staff/backups'));
  await witness.asks('how long copies stay', () =>
    admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 10 } }),
  );
  await witness.asks('the same again', () =>
    admin('/api/staff/backups', { method: 'PUT', json: { maxAgeDays: 10 } }),
  );
  await witness.pass(2 * HOUR);
  await witness.pass(10 * HOUR, 'until three');
  await witness.pass(40 * MINUTE, 'a quarter to four');
  await witness.pass(HOUR, 'a quarter to five');
  await witness.pass(7 * 24 * HOUR, 'a week, and no copy outside');
  await witness.asks('another code', () =>
    admin('/api/staff/recovery-sheet/replace', { method: 'POST', json: {} }),
  );
  await witness.pass(11 * MINUTE);
  await witness.does('the shop pauses', () => store.menu.setSettings({ pausedUntilMs: store.clock.nowMs }));
  await ready();
  await approved('first-day');
});

it('each kind of trouble: what is said, what is refused, and how it ends', async () => {
  const sticks: string[] = [];
  witness = await openWitness('troubles', { sticks: () => Promise.resolve(sticks) });
  const { store, folder } = witness;
  const admin = await asRole(store, 'ADMIN');
  await witness.does('the store starts', () => store.start());
  const condition = (): Promise<void> => witness.asks('condition', () => admin('/api/staff/condition'));

  const { $client } = store.db;
  await witness.does('the disk is full', () => {
    $client.pragma(`max_page_count = ${Number($client.pragma('page_count', { simple: true }))}`);
    const fill = $client.prepare('insert into meta values (?, hex(randomblob(2000)))');
    for (let n = 0; ; n += 1) fill.run(`fill ${n}`);
  });
  await witness.asks('an order', place);
  await condition();
  await ready();
  $client.exec("delete from meta where key like 'fill %'");
  $client.pragma('max_page_count = 1000000');
  await witness.pass(5000, 'there is room again');

  await witness.does('a page is not read, and is read a moment later', () => {
    store.damage.noteUnreadable(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' }));
    return vi.waitFor(() => expect(store.damage.unreadable()).toBe(false), { timeout: MINUTE });
  });

  await witness.does('the clock is set forward by a day', () => {
    store.clock.skewMs += 24 * HOUR;
    store.clockWatch.clock();
  });
  await witness.pass(29 * MINUTE);
  await witness.pass(2 * MINUTE);
  await witness.does('and back', () => {
    store.clock.skewMs = 0;
    store.clockWatch.clock();
  });
  await witness.pass(31 * MINUTE);

  const copies = join(folder, 'edge', 'backups');
  await witness.does('a file stands where the copies belong', () => {
    mkdirSync(join(folder, 'edge'), { recursive: true });
    rmSync(copies, { recursive: true, force: true });
    writeFileSync(copies, '');
  });
  await witness.asks('a copy', () => admin('/api/staff/backups', { method: 'POST' }));
  rmSync(copies);
  await witness.asks('a copy, when it is gone', () => admin('/api/staff/backups', { method: 'POST' }));

  const stick = join(folder, 'stick');
  mkdirSync(stick);
  sticks.push(stick);
  await witness.asks('copies, with a stick', () => admin('/api/staff/backups'));
  const { id } = (await store.usbDrives.list(store.backups.mark()))[0] ?? { id: '' };
  await witness.asks('the stick is taken', () => admin('/api/staff/backups/sticks', { json: { id } }));
  await witness.asks('copies, with a stick of the shop', () => admin('/api/staff/backups'));
  await witness.asks('the copies outside are tried', () =>
    admin('/api/staff/backups/rehearsal', { method: 'POST' }),
  );
  await witness.pass(MINUTE);
  const [name] = readdirSync(copies).filter((one) => one.endsWith('.age'));
  await witness.asks('a copy is fetched', () => admin(`/api/staff/backups/${name}`));
  await witness.asks('one that is not there', () =>
    admin('/api/staff/backups/manual-2020-01-01-0000-abcd-abcdef.db.age'),
  );
  rmSync(stick, { recursive: true });
  writeFileSync(stick, '');
  await witness.asks('a copy, with a broken stick', () => admin('/api/staff/backups', { method: 'POST' }));
  writeFileSync(join(copies, name ?? ''), 'not a copy');
  await witness.pass(24 * HOUR, 'a copy in the store goes bad');
  sticks.pop();
  await witness.asks('the stick is forgotten', () =>
    admin(`/api/staff/backups/sticks/${readSticks()[0]}`, { method: 'DELETE' }),
  );

  for (const held of HELD.filter((one) => one !== 'read-only')) {
    await witness.does(`the store is held: ${held}`, () => store.writeGate.hold(held));
    await condition();
    await witness.asks('an order', place);
    if (held !== 'damaged') await witness.does('it is free again', () => store.writeGate.release());
  }
  await ready();
  await approved('troubles');

  function readSticks(): string[] {
    return (
      JSON.parse(
        String(
          $client
            .prepare("select value from meta where key like '%sticks%' and value like '[%'")
            .pluck()
            .get(),
        ),
      ) as { id: string }[]
    ).map((one) => one.id);
  }
});

it('safe mode, remote help and updates', async () => {
  const last = { lastWords: { kind: 'TypeError', place: 'edge/store.ts:1', atMs: 1 } };
  let quietMs = 0;
  const deaths = { ...NO_DEATHS, lately: 3, tooMany: true, last, quietMs: () => quietMs };
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const kept = new Map<string, Uint8Array>();
  let isAway = false;
  const answers = (path: string, init?: RequestInit): Response | null => {
    if (isAway) return null;
    if (init?.method === 'PUT' && init.body instanceof Uint8Array) kept.set(path, init.body);
    const piece = kept.get(path);
    if (path === '/edge/copies') return Response.json({ copies: [], bytesMax: 10_000_000 });
    return piece === undefined ? Response.json(null) : new Response(Buffer.from(piece));
  };
  const isClockDoubted = vi.fn<() => boolean>(() => false);
  witness = await openWitness('a machine', {
    deaths,
    answers,
    isClockDoubted,
    environment: {
      UPDATE_STATUS: '/tmp/no-such-folder/status.json',
      UPDATE_URL: 'https://releases.example/',
    },
  });
  const { store } = witness;
  const admin = await asRole(store, 'ADMIN');
  await witness.does('the store starts', () => store.start());
  await witness.pass(2 * MINUTE);
  await witness.asks('condition', () => admin('/api/staff/condition'));
  quietMs = 10 * MINUTE;
  await witness.pass(MINUTE, 'it lived for ten minutes');
  quietMs = 30 * MINUTE;
  await witness.pass(MINUTE, 'it lived for half an hour');
  await witness.asks('condition', () => admin('/api/staff/condition'));

  const copy = (): Promise<Response> => admin('/api/staff/backups', { method: 'POST' });
  await witness.asks('a copy', copy);
  isAway = true;
  await witness.asks('a copy, while the relay is away', copy);
  isAway = false;
  kept.clear();
  await witness.pass(10 * MINUTE, 'the relay is back');
  await witness.asks('copies', () => admin('/api/staff/backups'));

  const help = (): Promise<void> => witness.asks('help', () => admin('/api/staff/help'));
  let code = '';
  await witness.does('help is opened', async () => {
    code = ((await (await admin('/api/staff/help', { method: 'POST' })).json()) as { code: string }).code;
  });
  const look = (typed: string): Promise<Response> =>
    store.askLink('/api/help/diagnostics', { json: { code: typed } });
  await witness.asks('a wrong code', () => look('AAAAA-AAAAA'));
  await witness.does('a look', async () => void (await look(code)).text());
  await help();
  await witness.pass(HOUR + MINUTE);
  await help();
  await witness.does('help is opened again, and ended', async () => {
    await admin('/api/staff/help', { method: 'POST' });
    await admin('/api/staff/help', { method: 'POST' });
    await admin('/api/staff/help', { method: 'DELETE' });
  });
  await help();

  const update = (): Promise<void> => witness.asks('update', () => admin('/api/staff/update'));
  await update();
  await witness.asks('early ones, not by themselves', () =>
    admin('/api/staff/update/choice', { method: 'PUT', json: { auto: false, channel: 'early' } }),
  );
  await witness.asks('what is newest', () => admin('/api/staff/update/look', { method: 'POST' }));
  await witness.asks('another one at once', () => admin('/api/staff/update', { json: { from: 'web' } }));
  await update();
  await witness.pass(16 * MINUTE);
  rmSync(join(store.folder, 'updates', 'request'));
  await witness.asks('a file that is none', () => upload('no release'));
  await witness.asks('of a file that is not there', () =>
    admin('/api/staff/update', { json: { from: 'file' } }),
  );
  await witness.asks('a file', () => upload(gzipSync('a release')));
  await witness.asks('of that file', () => admin('/api/staff/update', { json: { from: 'file' } }));
  await update();
  await witness.pass(16 * MINUTE);
  await update();
  isClockDoubted.mockReturnValue(true);
  await update();
  await witness.does('a copy in memory is held', () => store.writeGate.hold('read-only'));
  await witness.asks('condition', () => admin('/api/staff/condition'));
  await approved('machine');

  function upload(body: string | Buffer): Promise<Response> {
    const bytes = new Uint8Array(Buffer.from(body));
    const headers = { 'content-type': 'application/gzip', 'content-length': String(bytes.length) };
    return admin('/api/staff/update/file', { method: 'PUT', body: bytes, headers });
  }
});
