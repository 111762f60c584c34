// The pauses between two dials, on a clock that the test moves. With real ones, and a relay that comes back: tests/contract/relay/dialling.test.ts.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createDial } from './dial.ts';
import type { LinkState } from './dial-state.ts';

type Answer = 'refuses' | 'knows nobody' | 'links' | 'sends nonsense';
let answer: Answer;
let server: Server;
let dial: ReturnType<typeof createDial>;
const dialled: number[] = [];
/** Of each dial whether the token of the one before it proved nothing. */
const unproven: boolean[] = [];
let unreached: number;
const arrived: WebSocket[] = [];
let line: Duplex;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  answer = 'refuses';
  unreached = 0;
  server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    line = socket;
    if (answer === 'refuses' || answer === 'knows nobody') {
      const status = answer === 'refuses' ? 403 : 401;
      socket.end(`HTTP/1.1 ${status} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => undefined);
      arrived.push(ws);
      if (answer === 'sends nonsense') ws.send('no HTTP/2 at all, and longer than its beginning');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  dial = createDial({
    relayUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener: () => undefined,
    token: () => Promise.resolve('token'),
    prepare: (refused) => {
      unproven.push(refused);
      dialled.push(performance.now());
      return Promise.resolve();
    },
    // The longest pauses that chance allows.
    random: () => 1,
    log: { info: () => undefined, warn: () => undefined },
    welcome: () => true,
    onReplaced: () => undefined,
    onUnreachable: () => (unreached += 1),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const ws of arrived.splice(0)) ws.terminate();
  await dial.stop();
  server.closeAllConnections();
  server.close();
  dialled.length = 0;
  unproven.length = 0;
});

const reach = (state: LinkState): Promise<void> =>
  vi.waitFor(() => expect(dial.state()).toBe(state), { interval: 0, timeout: 60_000 });

/** The pause that follows what the relay did: no dial before it is over, and one right at its end. */
async function expectPause(pauseMs: number): Promise<void> {
  const before = dialled.length;
  await reach('waiting');
  await vi.advanceTimersByTimeAsync(pauseMs - 1);
  expect(dialled).toHaveLength(before);
  await vi.advanceTimersByTimeAsync(1);
  expect(dialled).toHaveLength(before + 1);
}

async function becomeLinked(ceiling: number): Promise<void> {
  await reach('waiting');
  answer = 'links';
  await expectPause(50 + ceiling);
  await reach('linked');
  answer = 'refuses';
}

it('[L3] asks a relay that refuses it after pauses that double, and half a minute at most', async () => {
  dial.start();
  for (const ceiling of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    await expectPause(50 + ceiling);
});

it('[L3] begins with the short pause again once it was linked', async () => {
  dial.start();
  for (const ceiling of [250, 500, 1000]) await expectPause(50 + ceiling);
  await becomeLinked(2000);
  arrived[0]?.close(1000);
  for (const ceiling of [250, 500, 1000]) await expectPause(50 + ceiling);
  // The line breaks.
  await becomeLinked(2000);
  if (line instanceof Socket) line.resetAndDestroy();
  for (const ceiling of [250, 500, 1000]) await expectPause(50 + ceiling);
});

it('[L3] does not begin anew with a relay that takes it and sends nonsense', async () => {
  answer = 'sends nonsense';
  dial.start();
  for (const ceiling of [250, 500, 1000, 2000]) await expectPause(50 + ceiling);
});

it('[L3] dials at once when it is told to, and begins with the short pause', async () => {
  dial.start();
  for (const ceiling of [250, 500, 1000]) await expectPause(50 + ceiling);
  await becomeLinked(2000);
  dial.redial();
  for (const ceiling of [250, 500]) await expectPause(50 + ceiling);
});

it('[L3] dials at once when it is told to while it waits for a relay that refuses it, and begins with the short pause', async () => {
  dial.start();
  for (const ceiling of [250, 500, 1000]) await expectPause(50 + ceiling);
  await reach('waiting');
  dial.redial();
  await vi.waitFor(() => expect(dialled).toHaveLength(5), { interval: 0, timeout: 60_000 });
  // Beyond the end of the pause that it was in: at that moment nothing is dialled any more.
  for (const ceiling of [250, 500, 1000, 2000]) await expectPause(50 + ceiling);
});

it('[L3] is in doubt seven and a half seconds after its line died, though nobody asks', async () => {
  answer = 'links';
  dial.start();
  await reach('linked');
  await vi.advanceTimersByTimeAsync(4999);
  // Nothing is read from it any more, and so nothing answered.
  line.pause();
  await vi.advanceTimersByTimeAsync(2500);
  expect(dial.isInDoubt()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(dial.isInDoubt()).toBe(true), { interval: 0, timeout: 60_000 });
  line.resume();
  await vi.waitFor(() => expect(dial.isInDoubt()).toBe(false), { interval: 0, timeout: 60_000 });
  expect(dialled).toHaveLength(1);
});

it('[L3] gives up a line on which nothing came for half a minute, though nobody can be reached beside it', async () => {
  answer = 'links';
  dial.start();
  await reach('linked');
  line.pause();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(dial.state()).toBe('linked');
  await vi.advanceTimersByTimeAsync(5000);
  await reach('waiting');
});

it('[L3] is told before each dial whether the last one was refused for its token, and for no other reason', async () => {
  answer = 'knows nobody';
  dial.start();
  await reach('unpaired');
  answer = 'refuses';
  await vi.advanceTimersByTimeAsync(50 + 250);
  await reach('waiting');
  await vi.advanceTimersByTimeAsync(50 + 500);
  expect(unproven).toEqual([false, true, false]);
});

it('[L3] says of each dial that came to nothing that there is no relay, and of a link that ended not', async () => {
  dial.start();
  await expectPause(50 + 250);
  expect(unreached).toBe(1);
  await becomeLinked(500);
  expect(unreached).toBe(2);
  arrived[0]?.close(1000);
  await reach('waiting');
  expect(unreached).toBe(2);
});

it('dials no more once it was stopped', async () => {
  dial.start();
  await reach('waiting');
  await dial.stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([dial.state(), dialled.length]).toEqual(['stopped', 1]);
});
