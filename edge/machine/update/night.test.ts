// When a store asks by itself for what is newer, and what it waits for. What root's updater does with it: tests/deploy/source.test.ts.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UpdateState, type UpdateSource } from '@balcao/shared/http/update.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';
import { asRole, signIn, type Asking } from '../../testing/sign-in.ts';
import { createNightUpdates, ONCE_MS, QUIET_MS, SPREAD_MS } from './night.ts';

const MINUTE_MS = 60_000;
const CLOSED_AT = Date.parse('2026-11-21T22:00:00-03:00');
let folder: string;
let store: TestStore;
let ask: Asking;
let night: ReturnType<typeof createNightUpdates>;
let doubted: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-night-'));
  doubted = false;
  store = await openTestStore({
    environment: {
      UPDATE_STATUS: join(folder, 'status.json'),
      UPDATE_URL: 'https://releases.example/balcao',
    },
  });
  ask = await asRole(store, 'ADMIN');
  const weekly = Array.from({ length: 7 }, () => [{ opens: '10:00', closes: '22:00' }]);
  night = createNightUpdates({
    db: store.db,
    updates: store.updates,
    settings: () => ({ openingHours: { weekly, holidays: [] }, pausedUntilMs: null }),
    isClockDoubted: () => doubted,
    timeZone: 'America/Sao_Paulo',
    clock: () => store.clock.nowMs,
    random: () => 0.5,
  });
  store.clock.nowMs = CLOSED_AT;
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const request = (): string => join(store.folder, 'updates/request');
/** What was asked for, taken as root's updater takes it. */
function taken(): string | null {
  if (!existsSync(request())) return null;
  const words = readFileSync(request(), 'utf8');
  rmSync(request());
  return words;
}
function tell(source: Partial<UpdateSource>): void {
  const askedAtMs = store.clock.nowMs;
  const whole: UpdateSource = {
    channel: 'stable',
    state: 'available',
    version: '9.0.0',
    heardAtMs: askedAtMs,
    indexAtMs: 1,
    trouble: 'none',
    message: '',
    askedAtMs,
    ...source,
  };
  writeFileSync(join(folder, 'source.json'), JSON.stringify(whole));
}
async function lookAfter(ms: number): Promise<string | null> {
  store.clock.nowMs += ms;
  await night.runDueUpdate();
  return taken();
}
const state = async (): Promise<UpdateState> =>
  UpdateState.parse(await (await ask('/api/staff/update')).json());

describe('a store at a quiet hour', () => {
  it('asks what is newest once a night, each shop at another moment', async () => {
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(SPREAD_MS / 2 - 1)).toBeNull();
    expect(await lookAfter(1)).toBe('look stable');
    tell({ state: 'newest', version: '0.1.0' });
    expect(await lookAfter(MINUTE_MS)).toBeNull();
    // The next night.
    expect(await lookAfter(ONCE_MS)).toBeNull();
    store.clock.nowMs = CLOSED_AT + 24 * 60 * MINUTE_MS;
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(SPREAD_MS / 2)).toBe('look stable');
  });

  it('asks again a minute later where something else lay before the updater, and touches none of that', async () => {
    await lookAfter(0);
    mkdirSync(join(store.folder, 'updates'), { recursive: true });
    writeFileSync(request(), 'file');
    expect(await lookAfter(SPREAD_MS / 2)).toBe('file');
    expect(await lookAfter(MINUTE_MS)).toBe('look stable');
    tell({});
    writeFileSync(request(), 'file');
    expect(await lookAfter(MINUTE_MS)).toBe('file');
  });

  it('needs half an hour before the shop opens', () => {
    const waitsAt = (time: string) => {
      store.clock.nowMs = Date.parse(`2026-11-22T${time}-03:00`);
      return night.waitsFor();
    };
    expect(['09:29:59', '09:30:00', '21:59:59', '22:00:00'].map(waitsAt)).toEqual([
      null,
      'closing',
      'closing',
      null,
    ]);
  });

  it('asks again after a clock that was a year ahead was set right', async () => {
    store.clock.nowMs = CLOSED_AT + 365 * 24 * 60 * MINUTE_MS;
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(SPREAD_MS / 2)).toBe('look stable');
    tell({ state: 'newest', version: '0.1.0' });
    // By day, so that the night begins anew.
    store.clock.nowMs = Date.parse('2026-11-21T15:00:00-03:00');
    expect(await lookAfter(0)).toBeNull();
    store.clock.nowMs = CLOSED_AT;
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(SPREAD_MS / 2)).toBe('look stable');
  });

  it('asks for what was found, after a copy, and says until when; once a night, whatever comes of it', async () => {
    await lookAfter(0);
    await lookAfter(SPREAD_MS / 2);
    tell({});
    const words = await lookAfter(MINUTE_MS);
    expect(words).toBe(`night stable ${Math.floor((store.clock.nowMs + QUIET_MS) / 1000)}`);
    expect((await store.backups.list('enrolled')).map(({ reason }) => reason)).toEqual([
      'antes-de-atualizar',
    ]);
    expect(await (await ask('/api/staff/audit?subject=settings')).text()).toContain(
      'pediu uma atualização sozinha, para a versão 9.0.0, com a cópia antes-de-atualizar-',
    );
    expect((await state()).run).toBeNull();
    expect(await lookAfter(MINUTE_MS)).toBeNull();
    expect(await lookAfter(60 * MINUTE_MS)).toBeNull();
  });

  it('asks once a night also when what it asks for could not even be asked', async () => {
    let asked = 0;
    const { db, updates } = store;
    const failing = createNightUpdates({
      db,
      updates: {
        ...updates,
        askAtNight: () => {
          asked += 1;
          return Promise.reject(new Error('no room for the copy'));
        },
      },
      settings: () => ({
        openingHours: { weekly: Array.from({ length: 7 }, () => []), holidays: [] },
        pausedUntilMs: null,
      }),
      isClockDoubted: () => false,
      timeZone: 'America/Sao_Paulo',
      clock: () => store.clock.nowMs,
      random: () => 0,
    });
    await failing.runDueUpdate();
    tell({});
    store.clock.nowMs += MINUTE_MS;
    await expect(failing.runDueUpdate()).rejects.toThrow('no room');
    store.clock.nowMs += MINUTE_MS;
    await failing.runDueUpdate();
    expect(asked).toBe(1);
  });

  it('asks for nothing that was refused, or did not stay when it was tried', async () => {
    await lookAfter(0);
    await lookAfter(SPREAD_MS / 2);
    for (const told of [{ state: 'tried' }, { trouble: 'refused' }, { trouble: 'offline' }] as const) {
      tell(told);
      expect(await lookAfter(MINUTE_MS)).toBeNull();
    }
    // Told before it was installed.
    tell({ version: '0.1.0' });
    expect(await lookAfter(MINUTE_MS)).toBeNull();
    expect((await state()).source).toMatchObject({ state: 'newest' });
  });
});

describe('[89] what was found while the shop is open', () => {
  it('waits until it is closed, for half an hour at least', async () => {
    tell({});
    for (const [hour, waits] of [
      ['15:00', 'closing'],
      ['21:59', 'closing'],
      ['09:40', 'closing'],
      ['09:20', null],
    ] as const) {
      store.clock.nowMs = Date.parse(`2026-11-22T${hour}:00-03:00`);
      expect(night.waitsFor()).toBe(waits);
    }
    store.clock.nowMs = Date.parse('2026-11-22T15:00:00-03:00');
    expect(await lookAfter(0)).toBeNull();
    expect(await lookAfter(SPREAD_MS)).toBeNull();
  });

  it('waits for every order, and for a clock that is right', async () => {
    const order = sell(store, '2026-11-21T21:50:00-03:00', { status: 'READY' });
    expect(night.waitsFor()).toBe('orders');
    expect([await lookAfter(0), await lookAfter(SPREAD_MS)]).toEqual([null, null]);
    change(store, order, { status: 'DELIVERED' });
    expect(night.waitsFor()).toBeNull();
    for (const status of ['PENDING', 'RECEBIDO', 'PREPARING'] as const) {
      const another = sell(store, '2026-11-21T21:55:00-03:00', { status });
      expect([status, night.waitsFor()]).toEqual([status, 'orders']);
      change(store, another, { status: 'CANCELLED' });
    }
    doubted = true;
    expect(night.waitsFor()).toBe('clock');
    expect([await lookAfter(0), await lookAfter(SPREAD_MS)]).toEqual([null, null]);
    doubted = false;
    expect([await lookAfter(0), await lookAfter(SPREAD_MS)]).toEqual([null, 'look stable']);
  });
});

describe('the owner', () => {
  it('chooses whether and from which channel, in the shop alone; it is written down', async () => {
    expect(await state()).toMatchObject({
      auto: true,
      channel: 'stable',
      source: null,
      looking: false,
      // The sample shop never closes.
      waitsFor: 'closing',
    });
    const put = (json: unknown, from = ask) => from('/api/staff/update/choice', { method: 'PUT', json });
    expect((await put({ auto: true, channel: 'nightly' })).status).toBe(422);
    tell({});
    expect(await (await put({ auto: true, channel: 'early' })).json()).toMatchObject({
      channel: 'early',
      // What was heard of the other channel says nothing of this one.
      source: null,
    });
    await lookAfter(0);
    expect(await lookAfter(SPREAD_MS)).toBe('look early');
    expect((await put({ auto: false, channel: 'early' })).status).toBe(200);
    tell({ channel: 'early' });
    expect(await lookAfter(MINUTE_MS)).toBeNull();
    const audit = await (await ask('/api/staff/audit?subject=settings')).text();
    expect(audit).toContain('escolheu o canal antecipado');
    expect(audit).toContain('desligou as atualizações automáticas');
    const kitchen = await asRole(store, 'KITCHEN');
    const far = await signIn({ ...store, ask: store.askLink }, 'admin@loja.com');
    for (const who of [kitchen, far])
      expect((await put({ auto: true, channel: 'stable' }, who)).status).toBe(403);
    expect((await far('/api/staff/update/look', { method: 'POST' })).status).toBe(403);
  });

  it('looks now, also with the switch off, and installs by hand from the channel chosen', async () => {
    await ask('/api/staff/update/choice', { method: 'PUT', json: { auto: false, channel: 'early' } });
    const asked = await ask('/api/staff/update/look', { method: 'POST' });
    // What was asked lies there still: nothing is asked over it.
    const again = await ask('/api/staff/update/look', { method: 'POST' });
    expect(await again.json()).toMatchObject({ status: 409, title: 'A busca não começou' });
    expect([asked.status, ((await asked.json()) as UpdateState).looking, taken()]).toEqual([
      202,
      true,
      'look early',
    ]);
    store.clock.nowMs += 5_000;
    tell({ channel: 'early' });
    expect(await state()).toMatchObject({ looking: false, source: { version: '9.0.0' } });
    expect((await ask('/api/staff/update', { json: { from: 'web' } })).status).toBe(202);
    expect(taken()).toBe('web early');
  });

  it('looks for four minutes at most: after that no answer is going to come', async () => {
    await ask('/api/staff/update/look', { method: 'POST' });
    store.clock.nowMs += 4 * 60_000;
    expect((await state()).looking).toBe(true);
    store.clock.nowMs += 1;
    expect((await state()).looking).toBe(false);
  });

  it('has each choice in the audit, and none that is what it was', async () => {
    const choose = async (channel: string): Promise<unknown> => {
      await ask('/api/staff/update/choice', { method: 'PUT', json: { auto: false, channel } });
      return store.db.$client
        .prepare("select count(*) from audit where action = 'update-choice'")
        .pluck()
        .get();
    };
    expect([await choose('early'), await choose('early'), await choose('stable')]).toEqual([1, 1, 2]);
  });
});
