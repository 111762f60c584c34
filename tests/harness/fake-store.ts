// A store at the far end of the link: keeps a log, answers commands as its shop decides, serves staff. Able to misbehave.
import {
  createHash,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { stream } from 'hono/streaming';
import { SignJWT } from 'jose';
import { createWebSocketStream, WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { formFor } from '../../edge/replication/link/rows.ts';
import { seedDocument } from '@balcao/shared/menu/document.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { PROTOCOL_VERSION } from '@balcao/shared/link/protocol-version.ts';
import { ASSERTION_HEADER } from '@balcao/shared/link/assertion.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { createFakeShop } from './fake-shop.ts';
import { addStaffRoutes } from './fake-staff.ts';
import { createStoreLog, type StoreLog } from './store-log.ts';

/** As the listener says it. */
const LINK_ENDED = 'Client connection prematurely closed.';
const HOP_BY_HOP = ['connection', 'transfer-encoding', 'keep-alive'];
/** What a store does with a command: an answer, an HTTP status of its own, or (null) nothing at all. */
export type Answer = Outcome | { httpStatus: number } | null;

export type FakeStore = Awaited<ReturnType<typeof createFakeStore>>;

export async function createFakeStore(
  firstUrl: string,
  options: {
    log?: StoreLog;
    /** Another store whose card this one has a copy of. */ card?: {
      storeId: string;
      keys: KeyPairKeyObjectResult;
    };
  } = {},
) {
  let relayUrl = firstUrl;
  const { storeId, keys } = options.card ?? {
    storeId: randomUUID() as string,
    keys: generateKeyPairSync('ed25519'),
  };
  const log = options.log ?? createStoreLog();
  const inbox = new Map<string, Outcome>();
  const checkpoints: { seq: number; hash: string }[] = [];
  const asked: { path: string; headers: Record<string, string> }[] = [];
  const ended: string[] = [];
  const images = new Map<string, { variant: string; mediaType: string; bytes: Uint8Array<ArrayBuffer> }[]>();

  const app = new Hono();
  app.onError((error, context) => {
    // A link that ends in the middle of what the relay sends is what tests do.
    if (error.message !== LINK_ENDED) console.error(error);
    return context.json({}, 500);
  });
  app.get('/link/hello', (context) => {
    const { seq, hash } = log.head();
    return context.json({
      protocol: store.protocol,
      storeId,
      lineage: log.lineage,
      epoch: log.epoch,
      ...{ lastSeq: seq, lastHash: hash },
      version: 'fake',
      instance: store.instance,
    });
  });
  app.get('/link/changes', (context) => {
    let cursor = Number(context.req.query('after'));
    const form = formFor(store.protocol < 7 ? undefined : context.req.header('accept'));
    context.header('content-type', form.type);
    store.sent.push(form.type);
    return stream(context, async (out) => {
      let over = false;
      let resume = (): void => undefined;
      const stop = log.onMore(() => resume());
      out.onAbort(() => {
        over = true;
        resume();
      });
      while (!over) {
        const rows = log.rows.slice(cursor, Math.max(cursor, store.logUpTo));
        cursor += rows.length;
        if (rows.length > 0) await out.write(rows.map(form.write).join(''));
        else await new Promise<void>((resolve) => (resume = resolve));
      }
      stop();
    });
  });
  app.get('/link/states', async (context) => {
    const { seq, states } = await store.onStates();
    return context.json({ seq, epoch: log.epoch, states });
  });
  app.put('/link/checkpoint', async (context) => {
    checkpoints.push(await context.req.json());
    await store.checkpointsTaken;
    return context.body(null, 204);
  });
  app.post('/link/restore', async (context) => {
    store.judged.push(await context.req.json());
    return context.json({ state: 'none', seq: 0, of: 0 });
  });
  app.post('/link/commands', async (context) => {
    const command: Command = await context.req.json();
    store.heard.push(command);
    const answer =
      inbox.get(command.id) ??
      (store.onCommand ? await store.onCommand(command, store.decide) : store.decide(command));
    if (answer === null) return new Promise<Response>(() => undefined);
    if ('httpStatus' in answer) return context.json({}, answer.httpStatus as 500);
    // These leave no trace: a deferred one is decided anew after the upgrade, another when its order is there.
    const mayComeLater = answer.status === 'refused' && answer.refusal.code === 'order-not-found';
    if (answer.status !== 'deferred' && !mayComeLater) inbox.set(command.id, answer);
    return context.json(answer);
  });
  const note = createMiddleware(async (context, next) => {
    asked.push({ path: context.req.path, headers: context.req.header() });
    await next();
    if (store.assertion !== null) context.header(ASSERTION_HEADER, store.assertion);
  });
  app.use('/api/*', note);
  app.use('/link/images/*', note);
  app.get('/link/images/:hash/:variant', async (context) => {
    await store.picturesReady;
    const found = images
      .get(context.req.param('hash'))
      ?.find((one) => one.variant === context.req.param('variant'));
    if (!found) return context.json({}, 404);
    const digest = createHash('sha256').update(found.bytes).digest('base64');
    const bytes = store.damaged ? found.bytes.slice(1) : new Uint8Array(found.bytes);
    return new Response(bytes, {
      headers: { 'content-type': found.mediaType, 'content-digest': `sha-256=:${digest}:` },
    });
  });

  addStaffRoutes(app, { ended, store: () => store });

  const http2 = createHttp2Server();
  const listener = getRequestListener(async (request) => {
    const response = await app.fetch(request);
    for (const name of HOP_BY_HOP) response.headers.delete(name);
    return response;
  });
  http2.on('request', (incoming, outgoing) => void listener(incoming as never, outgoing as never));
  http2.on('sessionError', () => undefined);
  let session: ServerHttp2Session | null = null;
  http2.on('session', (opened) => {
    opened.on('error', () => undefined);
    session = opened;
  });

  const jwk = keys.publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string };
  const token = (
    changes: { storeId?: string; audience?: string; issuedAt?: number; key?: KeyObject } = {},
  ): Promise<string> => {
    const issuedAt = changes.issuedAt ?? Math.floor(Date.now() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(changes.storeId ?? storeId)
      .setAudience(changes.audience ?? 'balcao-relay')
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 60)
      .sign(changes.key ?? keys.privateKey);
  };

  const sockets = new Set<WebSocket>();
  const doc = new Y.Doc();
  const providers: WebsocketProvider[] = [];
  /** Opens a WebSocket to the relay; resolves with it, or with the status that refused it. */
  async function open(
    path: string,
    authorization: string | null,
    onOpen: (ws: WebSocket) => void = () => undefined,
  ): Promise<WebSocket | number> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(relayUrl.replace(/^http/, 'ws') + path, {
        headers: authorization === null ? {} : { authorization },
        perMessageDeflate: false,
      });
      sockets.add(ws);
      ws.on('close', () => sockets.delete(ws));
      // At once: the relay speaks first, and what nobody listens to is lost.
      ws.on('open', () => {
        onOpen(ws);
        resolve(ws);
      });
      ws.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        ws.terminate();
      });
      ws.on('error', reject);
    });
  }

  const store = Object.assign(createFakeShop(log), {
    storeId,
    checkpoints,
    asked,
    ended,
    images,
    keys,
    publicKey: jwk,
    token,
    open,
    doc,
    /** Rows after this one do not come: a log that takes its time. */
    logUpTo: Infinity,
    /** What it says of its open orders ahead of its log, and as of which row. */
    onStates: (): Promise<{ seq: number; states: Partial<Order>[] }> =>
      Promise.resolve({ seq: log.head().seq, states: [] }),
    /** Which run of which machine this is; without it, it is as old as stores were that did not say so. */
    instance: undefined as string | undefined,
    /** What the relay said of this store's log. */
    judged: [] as unknown[],
    /** The forms in which its log was asked for, and sent. */
    sent: [] as string[],
    /** What was sent of an endless export so far. */
    exportedBytes: 0,
    /** Requests whose body ended before it was whole. */
    broken: [] as string[],
    /** Pictures lose a byte on the way. */
    damaged: false,
    /** Once these have come pictures are given, and the word of how far its log is kept is answered. */
    ...{ picturesReady: Promise.resolve(), checkpointsTaken: Promise.resolve() },
    onCommand: null as
      | null
      | ((command: Command, decide: (command: Command) => Outcome) => Answer | Promise<Answer>),
    /** Where it dials from now on: another process of the same relay. */
    turnTo(url: string): void {
      relayUrl = url;
    },
    protocol: PROTOCOL_VERSION,

    pair: (code: string, changes: Record<string, unknown> = {}): Promise<Response> =>
      fetch(`${relayUrl}/edge/pair`, {
        method: 'POST',
        // Limits count by address: every store is somewhere else.
        headers: {
          connection: 'close',
          'content-type': 'application/json',
          'x-forwarded-for': `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`,
        },
        body: JSON.stringify({ code, storeId, name: 'Loja de teste', publicKey: jwk, ...changes }),
      }),

    /** Dials the link. The relay's greeting follows by itself. */
    async dial(): Promise<WebSocket> {
      const ws = await open('/link', `Bearer ${await token()}`, (opened) => {
        const duplex = createWebSocketStream(opened);
        duplex.on('error', () => opened.terminate());
        http2.emit('connection', duplex);
        const own = session;
        // Not before: in the middle of a write it is more than Node allows.
        opened.on('close', () => own?.destroy());
      });
      if (typeof ws === 'number') throw new Error(`the relay answered ${ws}`);
      return ws;
    },

    /** Keeps the menu document in step with the relay's, as the real store does; filled first when a catalogue is given. */
    async syncDocument(catalog: Catalog | null): Promise<void> {
      if (catalog) seedDocument(doc, catalog);
      const bearer = `Bearer ${await token()}`;
      class Authorized extends WebSocket {
        constructor(address: string | URL) {
          super(address, { headers: { authorization: bearer }, perMessageDeflate: false });
          sockets.add(this);
        }
      }
      const provider = new WebsocketProvider(`${relayUrl.replace(/^http/, 'ws')}/doc`, storeId, doc, {
        disableBc: true,
        WebSocketPolyfill: Authorized as never,
      });
      providers.push(provider);
      await new Promise<void>((resolve) => provider.once('sync', () => resolve()));
    },

    /** The power goes: no goodbye. */
    cut(): void {
      for (const provider of providers.splice(0)) provider.destroy();
      for (const ws of sockets) ws.terminate();
    },

    close(): void {
      store.cut();
      http2.close();
    },
  });
  return store;
}
