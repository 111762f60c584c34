// A link between the two real sides inside one process: the relay's session on one end, the store's routes on the
// other, and weather in between. What is lost is found out by time alone, as on a real wire.
import { Readable } from 'node:stream';
import type { Session, StoreResponse } from '../../cloud/link/session.ts';
import type { Store } from '../../edge/store.ts';
import type { Seeded } from '../faults/seeded.ts';

/** Shares of the messages that meet each fate; what is left passes at once. `echo`: a command comes once more, some time later. */
export type Weather = { loseRequest: number; loseReply: number; twice: number; late: number; echo: number };
export const FAIR: Weather = { loseRequest: 0, loseReply: 0, twice: 0, late: 0, echo: 0 };

const LATE_MS_MAX = 4000;
const ECHO_MS_MAX = 20_000;
const BINDINGS = { transport: 'link', clientIp: '198.18.0.1', origin: 'https://acai.example' } as const;

export type FaultyLink = Session & {
  /** Nothing passes any more and nobody is told: the half-open link of a shop's Wi-Fi. */
  freeze(): void;
  /** A byte of the next rows arrives as another one. */
  damage(): void;
  cut(): void;
};

export function openFaultyLink(given: {
  store: Store;
  weather: () => Weather;
  chance: Seeded;
  /** Told of every call as it is made, before anything becomes of it. */
  onCall: (path: string, body: unknown) => void;
  /** Told of a message while it is being worked on at the store. */
  busy: <T>(work: Promise<T>) => Promise<T>;
}): FaultyLink {
  const { store, chance } = given;
  const end = Promise.withResolvers<void>();
  let up = true;
  let frozen = false;
  let damaging = false;

  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  const ask = (method: string, path: string, body: unknown, accept?: string): Promise<Response> =>
    given.busy(
      Promise.resolve(
        store.app.request(
          path,
          {
            method,
            headers: {
              ...(accept && { accept }),
              ...(body !== undefined && { 'content-type': 'application/json' }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          },
          BINDINGS,
        ),
      ),
    );

  /** What becomes of one call: its reply, or nothing for ever. */
  async function carry(method: string, path: string, body: unknown, accept?: string): Promise<Response> {
    const { loseRequest, loseReply, twice, late, echo } = given.weather();
    const fate = chance.fork();
    if (fate.chance(late)) await new Promise((resolve) => setTimeout(resolve, fate.int(LATE_MS_MAX)));
    if (!up || frozen || fate.chance(loseRequest)) return never();
    const reply = await ask(method, path, body, accept);
    if (fate.chance(twice)) await (await ask(method, path, body, accept)).body?.cancel();
    if (path === '/link/commands' && fate.chance(echo))
      setTimeout(() => {
        // Whoever was killed since then hears nothing.
        if (store.db.$client.open) void ask(method, path, body, accept).then((again) => again.body?.cancel());
      }, fate.int(ECHO_MS_MAX));
    if (up && !frozen && !fate.chance(loseReply)) return reply;
    await reply.body?.cancel();
    return never();
  }

  /** Rejects when the link ends or the caller's patience does. */
  function bounded<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer over the link')), timeoutMs);
      void end.promise.then(() => {
        clearTimeout(timer);
        reject(new Error('the link broke off'));
      });
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  function cut(): void {
    if (!up) return;
    up = false;
    end.resolve();
  }

  return {
    storeId: store.identity.storeId,
    ended: end.promise,
    cut,
    freeze() {
      frozen = true;
    },
    damage() {
      damaging = true;
    },
    close: () => cut(),
    alive: () => Promise.resolve(up && !frozen),

    async json(method, path, body, timeoutMs = 10_000) {
      given.onCall(path, body);
      const reply = await bounded(carry(method, path, body), timeoutMs);
      const text = await reply.text();
      return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },

    async request(headers): Promise<StoreResponse> {
      const reply = await bounded(
        carry(String(headers[':method']), String(headers[':path']), undefined, headers['accept']?.toString()),
        30_000,
      );
      const reader = reply.body?.getReader();
      const damaged = (bytes: Buffer): Buffer => {
        damaging = false;
        const other = Buffer.from(bytes);
        const at = other.length >> 1;
        other[at] = (other[at] ?? 0) ^ 1;
        return other;
      };
      const pieces = async function* pieces(): AsyncGenerator<Buffer> {
        for (;;) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          // A frozen wire says nothing more until somebody cuts it.
          if (frozen) await end.promise;
          if (done || !up) return;
          // As a socket gives them.
          const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
          yield damaging ? damaged(bytes) : bytes;
        }
      };
      const body = Readable.from(pieces());
      body.on('error', () => undefined);
      // The store's end notices too: it stops writing.
      void end.promise.then(() => {
        body.destroy(new Error('the link broke off'));
        return reader?.cancel();
      });
      return { status: reply.status, headers: {}, body, cancel: () => body.destroy() };
    },
  };
}
