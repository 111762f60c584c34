// When the store dials again: at once when the relay can be reached again, slower and slower while the relay sends it away.
import { createServer, type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createCable, type Cable } from '../../support/cable.ts';
import type { LinkState } from '../../../edge/replication/link/dial-state.ts';
import { createDial } from '../../../edge/replication/link/dial.ts';
import { closeServer, listen } from '../../support/listen.ts';

let server: Server;
let sockets: WebSocketServer;
let cable: Cable;
let answer: number | null;
/** What the relay says to whoever asks how it is; null for one that takes the connection and says nothing. */
let health: number | null;
let healthAsked: string[];
const dial = (prepare: () => Promise<void> = () => Promise.resolve()) => {
  const states: LinkState[] = [];
  const complaints: object[] = [];
  const made = createDial({
    relayUrl: cable.url,
    listener: () => undefined,
    token: () => Promise.resolve('token'),
    prepare,
    // The longest pauses that chance allows.
    random: () => 1,
    log: { info: () => undefined, warn: (details) => complaints.push(details) },
    onState: (state) => states.push(state),
    welcome: () => true,
    onReplaced: () => undefined,
  });
  return {
    made,
    states,
    complaints,
    count: (state: LinkState) => states.filter((one) => one === state).length,
  };
};

beforeEach(async () => {
  answer = null;
  health = 200;
  healthAsked = [];
  server = createServer((request, response) => {
    healthAsked.push(request.url ?? '');
    if (health !== null) response.writeHead(health).end();
  });
  sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (answer === null) sockets.handleUpgrade(request, socket, head, () => undefined);
    else socket.end(`HTTP/1.1 ${answer} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  cable = await createCable((await listen(server)).port);
});
afterEach(async () => {
  vi.useRealTimers();
  await cable.close();
  await closeServer(server);
});

/**
 * Waits for what sockets bring, in their own time; the pauses between dials pass only as `tick` lets them. Polling by
 * vitest would let them pass.
 */
async function until(holds: () => boolean, tick: () => void = () => undefined): Promise<void> {
  while (!holds()) {
    tick();
    await setImmediate();
  }
}

it.each([
  ['nobody takes its connections', () => cable.pull(), () => cable.plug()],
  ['a proxy answers for a relay that is not there', () => (answer = 502), () => (answer = null)],
])(
  '[L3] links within a second of the relay being back, after a time in which %s',
  async (_, leave, comeBack) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    leave();
    const { made, count, complaints } = dial();
    made.start();
    // So many in vain, and a pause that grows would be at four seconds.
    await until(
      () => count('waiting') > 4 && made.state() === 'waiting',
      () => vi.advanceTimersByTime(10),
    );
    comeBack();
    vi.advanceTimersByTime(1000);
    await until(() => made.state() === 'linked');
    expect(complaints.length).toBeLessThan(3);
    vi.useRealTimers();
    await made.stop();
  },
);

it.each<[string, () => Promise<void>, number | null]>([
  ['does not know it', () => Promise.resolve(), 401],
  ['refuses its code', () => Promise.reject(new Error('pairing failed: pairing-code')), null],
])('[L3] asks a relay that %s with growing pauses', async (_, prepare, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  answer = status;
  let asked = 0;
  const { made, states } = dial(() => {
    asked += 1;
    return prepare();
  });
  made.start();
  const pauses: number[] = [];
  for (let one = 1; one <= 4; one += 1) {
    await until(() => asked === one && states.at(-1) !== 'dialling');
    let pauseMs = 0;
    while (asked === one) {
      vi.advanceTimersByTime(10);
      pauseMs += 10;
    }
    pauses.push(pauseMs);
  }
  // Twice as long each time, and a twentieth of a second more.
  expect(pauses).toEqual([300, 550, 1050, 2050]);
  vi.useRealTimers();
  await made.stop();
});

it.each(['all', 'answers'] as const)(
  '[L3] is in doubt after two and a half seconds of a line that has died without a word (%s), and not before',
  async (what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { made, count } = dial();
    made.start();
    await until(() => count('linked') === 1);
    expect(await made.isHeard()).toBe(true);
    cable.stall(what);
    const asked = Promise.all([made.isHeard(), made.isHeard()]);
    let answers: boolean[] | null = null;
    void asked.then((heard) => (answers = heard));
    await vi.advanceTimersByTimeAsync(2499);
    expect(answers).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toEqual([false, false]);
    // It may pass again, and then what was asked is answered.
    cable.plug();
    expect(await made.isHeard()).toBe(true);
    vi.useRealTimers();
    await made.stop();
    expect(await made.isHeard()).toBe(false);
  },
);

it('[L3] dials anew where the relay answers beside a link that has died without a word', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { made, count } = dial();
  made.start();
  await until(() => count('linked') === 1);
  cable.stall('open');
  const heard = made.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await heard).toBe(false);
  expect(made.isInDoubt()).toBe(true);
  // Where the relay answers it is not asked twice.
  await until(() => count('waiting') === 1 || healthAsked.length > 1);
  expect(made.state()).toBe('waiting');
  // The first pause of all, as after any link that ended.
  vi.advanceTimersByTime(300);
  await until(() => count('linked') === 2);
  expect(made.isInDoubt()).toBe(false);
  expect(healthAsked).toEqual(['/healthz']);
  vi.useRealTimers();
  await made.stop();
});

/** Linked, in doubt, and heard again, while nothing of what it says itself arrives; beside the link the relay answers from now on. */
async function dialHeardAgain() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  health = null;
  const dialled = dial();
  const { made } = dialled;
  made.start();
  await until(() => made.state() === 'linked');
  cable.stall('said');
  const heard = made.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await heard).toBe(false);
  await until(() => healthAsked.length === 1);
  for (const socket of sockets.clients) socket.ping();
  await until(() => !made.isInDoubt());
  health = 200;
  return dialled;
}

it('[L3] dials anew where the relay is heard again, answers beside the link, and is not reached over it', async () => {
  const { made, states, count } = await dialHeardAgain();
  // More that was sent before says no more.
  const heardMore = made.isHeard();
  for (const socket of sockets.clients) socket.ping();
  expect(await heardMore).toBe(true);
  await vi.advanceTimersByTimeAsync(799);
  expect(states).toEqual(['dialling', 'linked']);
  expect(healthAsked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await until(() => count('waiting') === 1 || healthAsked.length > 2);
  vi.advanceTimersByTime(300);
  await until(() => count('linked') === 2);
  expect(healthAsked).toHaveLength(2);
  vi.useRealTimers();
  await made.stop();
});

it('[L3] keeps a link whose relay is heard again and reached', async () => {
  const { made, states } = await dialHeardAgain();
  let pongs = 0;
  for (const socket of sockets.clients) socket.on('pong', () => (pongs += 1));
  cable.plug();
  await until(() => pongs > 0);
  // What it was asked then is answered, and comes.
  for (const socket of sockets.clients) socket.ping();
  await until(() => pongs > 1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states).toEqual(['dialling', 'linked']);
  expect(healthAsked).toHaveLength(1);
  vi.useRealTimers();
  await made.stop();
});

it.each([
  ['is frozen, or only its address is there', null],
  ['is away behind its proxy', 502],
])('[L3] keeps a silent link to a relay that %s, which may speak again', async (_, status) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  health = status;
  const { made, states } = dial();
  made.start();
  await until(() => made.state() === 'linked');
  cable.stall('open');
  const heard = made.isHeard();
  await vi.advanceTimersByTimeAsync(2500);
  expect(await heard).toBe(false);
  // It has had its answer from the first by the time it asks again.
  await until(() => healthAsked.length === 2 || made.state() !== 'linked');
  expect(made.isInDoubt()).toBe(true);
  cable.plug();
  await until(() => !made.isInDoubt());
  expect(states).toEqual(['dialling', 'linked']);
  vi.useRealTimers();
  await made.stop();
});
