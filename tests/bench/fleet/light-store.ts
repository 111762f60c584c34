// A store with the real link and little behind it: it dials as a store dials, prices and numbers what comes by the shared rules, and keeps
// of its log what the relay has not confirmed yet, in memory. One process holds thousands of them.
import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  chainInput,
  HEARTBEAT_MS,
  ROWS_TYPE,
  type ChangeRow,
  type Checkpoint,
} from '@balcao/shared/link/changes.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import { GENESIS_HASH, type Hello } from '@balcao/shared/link/hello.ts';
import { PROTOCOL_VERSION } from '@balcao/shared/link/protocol-version.ts';
import { newOrder } from '@balcao/shared/order/new-order.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { priceList, quote } from '@balcao/shared/pricing/quote.ts';
import { VERSION } from '@balcao/shared/version.ts';
import { createDial } from '../../../edge/replication/link/dial.ts';
import { formFor } from '../../../edge/replication/link/rows.ts';

const rows = formFor(ROWS_TYPE);
/** Every order of a fleet has the same lines: the shop's arithmetic is not what is measured. */
const priced = quote(priceList(sampleCatalog()), sampleRequest().items, Date.now());

export type LightStore = ReturnType<typeof createLightStore>;

/** `token`: by which it proves itself to the relay. */
export function createLightStore(storeId: string, relayUrl: string, token: () => Promise<string>) {
  const lineage = randomUUID();
  const instance = randomUUID();
  const outcomes = new Map<string, Outcome>();
  const unconfirmed: ChangeRow[] = [];
  let head = { seq: 0, hash: GENESIS_HASH };
  let delayMs = 0;
  let follower: ServerResponse | null = null;
  let beat: NodeJS.Timeout | null = null;

  function append(aggregateId: string, value: unknown): void {
    const body = JSON.stringify(value);
    const row = {
      ...{ seq: head.seq + 1, lineage, epoch: 1, kind: 'order' as const, aggregateId },
      ...{ sealed: false, proof: null, body, bodyHash: hash('sha256', body), atMs: Date.now() },
    };
    const chained = { ...row, hash: hash('sha256', chainInput(head.hash, row)) };
    head = { seq: chained.seq, hash: chained.hash };
    unconfirmed.push(chained);
    follower?.write(rows.write(chained));
  }

  function decide(command: Command): Outcome {
    const known = outcomes.get(command.id);
    if (known !== undefined) return known;
    if (command.kind !== 'order.place' || !priced.ok)
      return { status: 'refused', refusal: { code: 'order-not-found' } };
    const number = outcomes.size + 1;
    const order = newOrder(command.payload.order, priced.value, {
      code: `F${String(number).padStart(9, '0')}`,
      number,
      source: 'relay',
      nowMs: Date.now(),
    });
    const trackingToken = `token-of-${order.id}`;
    const trackingTokenHash = hash('sha256', trackingToken);
    append(order.id, { order, trackingTokenHash });
    const outcome: Outcome = { status: 'done', order, trackingToken, trackingTokenHash };
    outcomes.set(command.id, outcome);
    return outcome;
  }

  function followFrom(after: number, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': rows.type });
    const missed = unconfirmed.filter(({ seq }) => seq > after);
    response.write(missed.map(rows.write).join(''));
    follower = response;
    if (beat !== null) clearInterval(beat);
    beat = setInterval(
      () => follower?.write(`${JSON.stringify({ heartbeat: true, lastSeq: head.seq })}\n`),
      HEARTBEAT_MS,
    );
    response.on('close', () => {
      if (follower === response) follower = null;
    });
  }

  function confirm({ seq }: Checkpoint): void {
    const kept = unconfirmed.findIndex((row) => row.seq > seq);
    unconfirmed.splice(0, kept < 0 ? unconfirmed.length : kept);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://store');
    if (delayMs > 0) await pause(delayMs);
    switch (url.pathname) {
      case '/link/hello': {
        const hello: Hello = {
          ...{ protocol: PROTOCOL_VERSION, storeId, lineage, epoch: 1, version: VERSION, instance },
          ...{ lastSeq: head.seq, lastHash: head.hash },
        };
        return send(response, hello);
      }
      case '/link/changes':
        return followFrom(Number(url.searchParams.get('after')), response);
      case '/link/states':
        return send(response, { seq: head.seq, epoch: 1, states: [] });
      case '/link/checkpoint':
        confirm((await read(request)) as Checkpoint);
        response.writeHead(204).end();
        return;
      case '/link/commands':
        return send(response, decide((await read(request)) as Command));
      default:
        response.writeHead(404).end();
    }
  }

  let linkedAtMs: number | null = null;
  const dial = createDial({
    relayUrl,
    token,
    listener: (request, response) => {
      // A link that ends in the middle of an answer is what is being tried.
      answer(request, response).catch(() => response.destroy());
    },
    prepare: () => Promise.resolve(),
    random: Math.random,
    log: { info: () => undefined, warn: () => undefined },
    onState: (state) => {
      linkedAtMs = state === 'linked' ? Date.now() : null;
    },
    welcome: () => true,
    onReplaced: () => undefined,
  });

  return {
    start: dial.start,
    /** When its present link began, Unix ms; null without one. */
    linkedAtMs: () => linkedAtMs,
    /** Rows that the relay has not said it holds. */
    behind: () => unconfirmed.length,
    /** Waits so long before it answers anything. */
    setDelay(ms: number): void {
      delayMs = ms;
    },
    async stop(): Promise<void> {
      if (beat !== null) clearInterval(beat);
      await dial.stop();
    },
  };
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function read(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}
