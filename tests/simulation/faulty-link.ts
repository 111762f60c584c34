// A link between the two real sides inside one process: the relay's session on one end, the store's routes on the
// other, and weather in between. What is lost is found out by time alone, as on a real wire.
import type { OutgoingHttpHeaders } from 'node:http2';
import { Readable } from 'node:stream';
import type { Store } from '../../edge/store.ts';
import type { Seeded } from '../faults/seeded.ts';
import { PUBLIC_URL } from './sides.ts';
import type { Session, StoreResponse } from '../../cloud/shop/stores/session.ts';

/** Shares of the messages that meet each fate; what is left passes at once. `echo`: a command comes once more, some time later. */
export type Weather = { loseRequest: number; loseReply: number; twice: number; late: number; echo: number };
export const FAIR: Weather = { loseRequest: 0, loseReply: 0, twice: 0, late: 0, echo: 0 };

const LATE_MS_MAX = 4000;
const ECHO_MS_MAX = 20_000;
const BINDINGS = { transport: 'link', clientIp: '198.18.0.1', origin: PUBLIC_URL } as const;

type Call = { method: string; path: string; headers?: Record<string, string>; body?: string };
/** No header of ours is a list. */
const textsOf = (headers: OutgoingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export type FaultyLink = Session & {
  /** Nothing passes any more and nobody is told: the half-open link of a shop's Wi-Fi. */
  freeze(): void;
  /** A byte of the next rows arrives as another one. */
  damage(): void;
  cut(): void;
};

export function openFaultyLink(options: {
  store: Store;
  weather: () => Weather;
  chance: Seeded;
  /** Told of every call as it is made, before anything becomes of it. */
  onCall: (path: string, body: unknown) => void;
  /** Told of a message while it is being worked on at the store. */
  busy: <T>(work: Promise<T>) => Promise<T>;
}): FaultyLink {
  const { store, chance } = options;
  const end = Promise.withResolvers<void>();
  let up = true;
  let frozen = false;
  let damaging = false;

  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  const ask = ({ path, ...init }: Call): Promise<Response> =>
    options.busy(Promise.resolve(store.app.request(path, init, BINDINGS)));

  /** What becomes of one call: its reply, or nothing for ever. */
  async function carry(call: Call): Promise<Response> {
    const { path } = call;
    const { loseRequest, loseReply, twice, late, echo } = options.weather();
    const fate = chance.fork();
    if (fate.chance(late)) await new Promise((resolve) => setTimeout(resolve, fate.int(LATE_MS_MAX)));
    if (!up || frozen || fate.chance(loseRequest)) return never();
    const reply = await ask(call);
    if (fate.chance(twice)) await (await ask(call)).body?.cancel();
    if (path === '/link/commands' && fate.chance(echo))
      setTimeout(() => {
        // Whoever was killed since then hears nothing.
        if (store.db.$client.open) void ask(call).then((again) => again.body?.cancel());
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
    isHeard: () => Promise.resolve(up && !frozen),
    isInDoubt: () => false,
    onDoubt: () => () => undefined,

    async json(method, path, body, timeoutMs = 10_000) {
      options.onCall(path, body);
      const sent = body === undefined ? null : { body: JSON.stringify(body), type: 'application/json' };
      const call = { method, path, ...(sent && { body: sent.body, headers: { 'content-type': sent.type } }) };
      const reply = await bounded(carry(call), timeoutMs);
      const text = await reply.text();
      return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    },

    requestLasting(headers) {
      return this.request(headers);
    },

    async request({ ':method': method, ':path': path, ...headers }, content): Promise<StoreResponse> {
      const call = { method: String(method), path: String(path), headers: textsOf(headers) };
      const sent = content instanceof Uint8Array ? { ...call, body: Buffer.from(content).toString() } : call;
      const reply = await bounded(carry(sent), 30_000);
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
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body,
        cancel: () => body.destroy(),
      };
    },
  };
}
