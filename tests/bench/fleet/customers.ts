// The customers of a fleet: they order at a rate that does not ask how quick the answers are, and watch their orders.
import { randomInt } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openCaller, post, type Caller } from '../http-load.ts';

/** Sockets that order; beyond as many unanswered orders one waits for its turn, which counts as its time. */
const CALLERS_MAX = 256;

const { items, consumptionType } = sampleRequest();
const REST = JSON.stringify({ customerPhone: '11987654321', consumptionType, items }).slice(1);
const orderBody = (): string => `{"id":"${uuidv7()}",${REST}`;

/** Behind a proxy every customer has an address of their own, and so a bound of their own. */
const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** `reasons`: how often an order was not taken for each. `latenciesMs` in the order in which they were taken. */
export type Offered = {
  answers: number;
  failed: number;
  reasons: Map<string, number>;
  perSecond: number;
  latenciesMs: number[];
};

export async function openCustomers(port: number) {
  const free: Caller[] = [];
  const waiting: ((caller: Caller) => void)[] = [];
  for (let at = 0; at < CALLERS_MAX; at += 1) free.push(await openCaller(port));
  const take = (): Caller | Promise<Caller> => free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  const give = (caller: Caller): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(caller);
    else next(caller);
  };

  /** What the order was answered: 201 where it was taken, with a number. */
  async function place(host: string): Promise<number> {
    const caller = await take();
    try {
      const headers = { 'x-forwarded-for': anAddress() };
      const { status } = await caller.ask(post({ port, path: '/api/orders', host, headers }, orderBody()));
      return status;
    } finally {
      give(caller);
    }
  }

  return {
    /** As many at once as `callers`, each again as soon as it is answered. Answers orders per second, of those that were taken. */
    async hurry(hostOf: (count: number) => string, callers: number, forMs: number): Promise<number> {
      const startedAt = performance.now();
      let placed = 0;
      let taken = 0;
      await Promise.all(
        Array.from({ length: callers }, async () => {
          while (performance.now() - startedAt < forMs) {
            placed += 1;
            if ((await place(hostOf(placed))) === 201) taken += 1;
          }
        }),
      );
      return (taken * 1000) / (performance.now() - startedAt);
    },

    /** One order each `1 / perSecond` s, whatever becomes of those before. Its time begins when it was due. */
    async offer(hostOf: (count: number) => string, perSecond: number, forMs: number): Promise<Offered> {
      const latenciesMs: number[] = [];
      const underWay = new Set<Promise<void>>();
      const startedAt = performance.now();
      const reasons = new Map<string, number>();
      const fail = (reason: string): void => void reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      for (let count = 0; ; count += 1) {
        const dueAt = startedAt + (count * 1000) / perSecond;
        if (dueAt - startedAt > forMs) break;
        const early = dueAt - performance.now();
        if (early > 0) await pause(early);
        const one = place(hostOf(count)).then(
          (status) => {
            if (status === 201) latenciesMs.push(performance.now() - dueAt);
            else fail(`${status}`);
          },
          (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
        );
        underWay.add(one);
        void one.finally(() => underWay.delete(one));
      }
      await Promise.all(underWay);
      const seconds = (performance.now() - startedAt) / 1000;
      const [answers, failed] = [
        latenciesMs.length,
        [...reasons.values()].reduce((sum, one) => sum + one, 0),
      ];
      return { answers, failed, reasons, perSecond: answers / seconds, latenciesMs };
    },

    close(): void {
      for (const caller of free) caller.close();
    },
  };
}

/** Opens a live stream of the shop at `host`; resolves once it says something. */
export function watch(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('data', (data: Buffer) => {
      const [head = ''] = data.toString('latin1').split('\r\n');
      if (!head.includes(' 200 ')) return reject(new Error(`the stream was answered ${head}`));
      socket.on('data', () => undefined);
      resolve(socket);
    });
    socket.write(
      `GET /api/live HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${anAddress()}\r\naccept: text/event-stream\r\n\r\n`,
    );
  });
}
