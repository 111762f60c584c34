// What a store does about a link over which nothing comes any more. Packets that were lost are sent again after longer and longer pauses,
// so that such a link may be silent for as long again as the network was away: the relay is looked for beside it meanwhile.
import { once } from 'node:events';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { createLinkDoubt, type LinkDoubt } from '@balcao/shared/host/link-doubt.ts';
import { createLinkProbe, SIGNS_OF_LIFE } from '@balcao/shared/host/link-probe.ts';
import type { WebSocket } from 'ws';
import { waitUntilReachable } from './wait-until-reachable.ts';

const PING_MS = 5000;
const SILENCE_MS_MAX = 30_000;
const ANSWER_MS_MAX = 2000;
/** A link that only waited for the same network as the relay's answer is heard by then. */
const LAST_WORD_MS = 300;
/** So long an answer may take once something comes again; a poor line may take longer, and then anything that comes ends the look beside it. */
const ROUND_TRIP_MS_MAX = 800;

/** Ends the link at `url` where the relay answers beside it, and wherever it is silent for half a minute. */
export function watchSilence(
  ws: WebSocket,
  { url, random, onReplaceable }: { url: string; random: () => number; onReplaceable: () => void },
): LinkDoubt {
  let receivedAtMs = performance.now();
  let over = new AbortController();
  const isReached = createLinkProbe(ws, { signs: ['pong'], msMax: ROUND_TRIP_MS_MAX });
  const doubt = createLinkDoubt(ws, (sign) => {
    if (sign !== 'pong') void lookUnlessReached();
  });
  const heartbeat = setInterval(() => {
    if (performance.now() - receivedAtMs > SILENCE_MS_MAX) ws.terminate();
    else if (ws.readyState === ws.OPEN) void doubt.isHeard();
  }, PING_MS);
  for (const sign of SIGNS_OF_LIFE)
    ws.on(sign, () => {
      receivedAtMs = performance.now();
      over.abort();
    });
  doubt.onDoubt(lookBeside);

  /** What the relay sent may arrive again while nothing reaches it yet: each way sends its own lost packets again. */
  async function lookUnlessReached(): Promise<void> {
    if (!(await isReached()) && ws.readyState === ws.OPEN && !doubt.isInDoubt()) lookBeside();
  }

  /** Until anything comes. */
  function lookBeside(): void {
    over.abort();
    over = new AbortController();
    isAnsweredBeside(url, over.signal, random)
      .then((isAnswered) => {
        if (!isAnswered) return;
        onReplaceable();
        ws.terminate();
      })
      // Rejects when it is over.
      .catch(() => undefined);
  }
  ws.on('close', () => {
    clearInterval(heartbeat);
    over.abort();
  });
  return doubt;
}

/** Resolves once the relay itself answers at its address, and the link says nothing all the same; false, or rejects, when it is over. */
async function isAnsweredBeside(url: string, over: AbortSignal, random: () => number): Promise<boolean> {
  while (await waitUntilReachable(url, over, random)) {
    // Whoever only takes the connection may be a machine whose relay is frozen, or a proxy before none.
    const isThere = await answersAt(url.replace(/^ws/, 'http').replace(/\/link$/, '/healthz'), over);
    await delay(LAST_WORD_MS, null, { signal: over, ref: false });
    if (isThere) return true;
  }
  return false;
}

async function answersAt(address: string, over: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([over, AbortSignal.timeout(ANSWER_MS_MAX)]);
  // A connection of its own: a kept one is as old as the link.
  const asked = (address.startsWith('https:') ? getHttps : getHttp)(address, { agent: false, signal });
  // Also when nobody waits for it any more.
  asked.on('error', () => undefined);
  try {
    const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage];
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}
