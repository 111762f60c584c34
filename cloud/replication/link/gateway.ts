// Where stores arrive: authenticates before the upgrade, holds one session per store, and runs what a link is for.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { RELAY_VERSION_HEADER, STORE_MIN_HEADER } from '@balcao/shared/link/versions.ts';
import { STORE_VERSION_MIN, VERSION } from '@balcao/shared/version.ts';
import type { Forwarder } from '../../cluster/forward.ts';
import type { Ownership } from '../../cluster/ownership.ts';
import type { Hello } from '@balcao/shared/link/hello.ts';
import { REPLACED_HEADER, type ReplicationVerdict } from '@balcao/shared/link/recovery.ts';
import type { Wake } from '../../storage/wake.ts';
import { DOCUMENT_MESSAGE_BYTES_MAX, LINK_MESSAGE_BYTES_MAX } from '@balcao/shared/link/socket-limits.ts';
import { createLastSeen } from './last-seen.ts';
import { createMenuSockets } from './menu-sockets.ts';
import { BrokenLog } from './read-rows.ts';
import type { createReplicator } from './replicator.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { openSession, type SessionListener } from './session.ts';
import type { StoreRow, Stores } from '../../shop/stores/stores.ts';
import type { Session } from '../../shop/stores/session.ts';

const ALIVE_MS_MAX = 2000;

export type Gateway = ReturnType<typeof createGateway>;

type GatewayDeps = {
  stores: Stores;
  replicator: ReturnType<typeof createReplicator>;
  /** Delivers commands over the session until `until` resolves. */
  serveCommands: (session: Session, until: Promise<void>) => Promise<void>;
  /** Takes over a socket of the menu document. */
  serveDocument: (storeId: string, ws: WebSocket, onMalformed: () => void) => Promise<void>;
  ownership: Ownership;
  forwarder: Forwarder;
  /** Whether whoever asks for a WebSocket has asked too often. */
  isTooOften: (request: IncomingMessage) => Promise<boolean>;
  /** Copies the pictures of its menu that are not here yet, so that a store can be made anew from here. */
  copyPictures: (storeId: string) => void;
  /** Told of a store that moves to another relay: nobody may go on listening to it here. */
  onMoving: (storeId: string) => void;
  wake: Wake;
  clock: () => number;
  log: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;
};

export function createGateway(deps: GatewayDeps) {
  const { stores, replicator, wake, clock, log } = deps;
  const links = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LINK_MESSAGE_BYTES_MAX,
  });
  const documents = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: DOCUMENT_MESSAGE_BYTES_MAX,
  });
  // By these versions the store decides whether it can work with this relay; the relay decides by the store's hello.
  links.on('headers', (headers) => {
    headers.push(`${RELAY_VERSION_HEADER}: ${VERSION}`, `${STORE_MIN_HEADER}: ${STORE_VERSION_MIN}`);
  });
  const sessions = new Map<string, Session>();
  const menuSockets = createMenuSockets(deps);
  const lastSeen = createLastSeen({ stores, clock, log });
  /** Which run of which machine holds each link. */
  const instances = new Map<string, string>();
  const releasing = new Set<Promise<void>>();
  /** The key by which each link proved itself: another one is a machine that a person put in its place. */
  const keys = new WeakMap<Session, string>();
  let draining = false;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const path = new URL(request.url ?? '/', 'http://relay').pathname;
    const document = /^\/doc\/([0-9a-f-]{36})$/.exec(path)?.[1];
    if (draining || (path !== '/link' && document === undefined))
      return refuseUpgrade(socket, draining ? 503 : 404);
    // Before the token is looked at: a signature that is none costs as much as one.
    if (await deps.isTooOften(request)) return refuseUpgrade(socket, 429, 'retry-after: 60');
    const storeId = await stores.authenticate(request.headers.authorization);
    const replacement = storeId === null ? await stores.replacing(request.headers.authorization) : null;
    if (replacement !== null)
      return refuseUpgrade(socket, 401, `${REPLACED_HEADER}: ${replacement.succession ?? '1'}`);
    if (storeId === null || (document !== undefined && document !== storeId))
      return refuseUpgrade(socket, 401);
    // It dials again by itself, wherever its address leads by then.
    if (await stores.isLeaving(storeId)) return refuseUpgrade(socket, 503);
    if (document !== undefined && menuSockets.isTurnedAway(document)) return refuseUpgrade(socket, 503);
    // A store's document is served by the process that holds its link, so that all changes go through one copy.
    const otherOwner =
      document === undefined || sessions.has(storeId) ? null : await deps.ownership.findOtherOwner(storeId);
    if (otherOwner) return deps.forwarder.join(otherOwner.address, request, socket, head);
    const server = document === undefined ? links : documents;
    server.handleUpgrade(request, socket, head, (ws) => {
      const serving =
        document === undefined ? openLink(storeId, ws).then(serveLink) : menuSockets.serve(storeId, ws);
      serving.catch((error: unknown) => {
        log.warn({ storeId, err: error }, 'a link ended');
        ws.terminate();
      });
    });
  }

  /** One for all links. */
  const heard: SessionListener = {
    onReceived: (storeId) => lastSeen.recordSeen(storeId),
    // After a doubt, pages that were given the relay's copy meanwhile ask anew.
    onHeardAgain: (storeId) => wake.notify(storeId, 'store'),
  };

  async function openLink(storeId: string, ws: WebSocket): Promise<Session> {
    ws.on('error', () => ws.terminate());
    // At once: what the store says while it is looked up would be lost on a socket that nobody listens to.
    const opening = openSession(storeId, ws, heard);
    const [session, store] = await Promise.all([opening, stores.byId(storeId)]);
    const key = store?.publicKey.x;
    if (key !== undefined) keys.set(session, key);
    return session;
  }

  /** Handshake with the store; null where its link ends with it. Apart, or `serveLink` would hold all that is looked up here until the end. */
  async function welcome(session: Session) {
    const { storeId } = session;
    const refuse = (reason: string): null => {
      session.close(reason);
      return null;
    };
    const store = await stores.byId(storeId);
    if (!store) return refuse('unknown store');
    const hello = await replicator.readHello(session);
    const olderSession = sessions.get(storeId);
    if (await isAnotherMachine(storeId, hello)) {
      log.error({ storeId }, 'a second machine says it is this store: fenced');
      await sendVerdict(session, { condition: 'fenced', seq: store.seq, hash: store.hash });
      return refuse('another machine serves this store');
    }
    const { condition, readable } = await replicator.handshake(hello, store);
    // A fenced machine is not remembered: it must not keep the store itself out.
    if (hello.instance === undefined || condition === 'fenced') instances.delete(storeId);
    else instances.set(storeId, hello.instance);
    if (condition !== 'following')
      await sendVerdict(session, { condition, seq: store.seq, hash: store.hash });
    // A newer link is the store redialling: the older one is half-open.
    sessions.set(storeId, session);
    olderSession?.close('replaced');
    return { condition, head: readable ? { protocol: hello.protocol, lastSeq: hello.lastSeq } : null };
  }

  /** After the handshake, follows the store's log and delivers its commands until the link ends. */
  async function serveLink(session: Session): Promise<void> {
    const welcomed = await welcome(session);
    if (welcomed === null) return;
    const { storeId } = session;
    const { condition, head } = welcomed;
    const release = await deps.ownership.claimLink(storeId, () => session.close('replaced'));
    lastSeen.recordSeen(storeId);
    wake.notify(storeId, 'store');
    log.info({ storeId, condition }, 'store linked');
    deps.copyPictures(storeId);
    const stopCopying = wake.on(storeId, 'menu', () => deps.copyPictures(storeId));
    /** Resolves when no more commands are to be delivered. */
    const untrusted = Promise.withResolvers<void>();
    void session.ended.then(() => {
      untrusted.resolve();
      stopCopying();
      if (sessions.get(storeId) === session) sessions.delete(storeId);
      wake.notify(storeId, 'store');
      const released = release()
        .catch((error: unknown) =>
          log.warn({ err: error, storeId }, 'a link that ended could not be let go; it runs out by itself'),
        )
        .finally(() => releasing.delete(released));
      releasing.add(released);
    });

    const deliver = (): void => {
      wake.notify(storeId, 'store');
      deps.serveCommands(session, untrusted.promise).catch((error: unknown) => {
        log.error({ err: error, storeId }, 'commands stopped');
        session.close('commands stopped');
      });
    };
    if (condition === 'following') deliver();
    if (head !== null) {
      try {
        await replicator.follow(session, head, deliver);
      } catch (error) {
        if (!(error instanceof BrokenLog)) throw error;
        // The link stays: a person can still look at the store through it. Nothing more is applied nor sold.
        untrusted.resolve();
        await stores.update(storeId, { condition: 'quarantined' });
        wake.notify(storeId, 'store');
        log.error({ storeId, err: error }, "the store's log does not continue ours: quarantined");
        const store = await stores.byId(storeId);
        if (store) await sendVerdict(session, { condition: 'quarantined', seq: store.seq, hash: store.hash });
      }
    }
    await session.ended;
  }

  /** Two machines from one card image: the linked one still answers, here or at another process, so this is not its next run. */
  async function isAnotherMachine(storeId: string, { instance }: Hello): Promise<boolean> {
    if (instance === undefined) return false;
    const otherOwner = sessions.has(storeId) ? null : await deps.ownership.findOtherOwner(storeId);
    const linkedInstance = otherOwner
      ? await deps.forwarder.holder(otherOwner.address, storeId)
      : await instanceHolding(storeId, instance);
    return linkedInstance !== null && linkedInstance !== instance;
  }

  /** Which run of which machine holds the link, if it still answers; unless it is `known` already. */
  async function instanceHolding(storeId: string, knownInstance?: string): Promise<string | null> {
    const session = sessions.get(storeId);
    const instance = instances.get(storeId);
    if (!session || instance === undefined) return null;
    // Another process may have paired the machine that asks.
    stores.invalidateOne(storeId);
    const store = await stores.byId(storeId);
    if (store && isReplaced(session, store)) {
      await dismissReplaced(session, store);
      return null;
    }
    return instance === knownInstance || (await session.alive(ALIVE_MS_MAX)) ? instance : null;
  }

  const isReplaced = (session: Session, { publicKey }: StoreRow): boolean =>
    keys.has(session) && keys.get(session) !== publicKey.x;

  /** The machine that was the store hears so, and stands back; it could not prove itself any more. */
  async function dismissReplaced(session: Session, { seq, hash, succession }: StoreRow): Promise<void> {
    menuSockets.close((storeId) => (storeId === session.storeId ? { code: 1008, reason: 'replaced' } : null));
    await sendVerdict(session, { condition: 'fenced', seq, hash, succession }, ALIVE_MS_MAX);
    session.close('replaced');
  }

  /** Says to a store why it is not followed; one that is too old to hear it does without. */
  async function sendVerdict(
    session: Session,
    verdict: ReplicationVerdict,
    timeoutMs?: number,
  ): Promise<void> {
    try {
      await session.json('POST', '/link/restore', verdict, timeoutMs);
    } catch (error) {
      log.warn({ storeId: session.storeId, err: error }, 'a store could not be told why it is not followed');
    }
  }

  return {
    attach(server: Server): void {
      server.on('upgrade', (request, socket, head) => {
        upgrade(request, socket, head).catch((error: unknown) => {
          log.error({ err: error }, 'an upgrade failed');
          socket.destroy();
        });
      });
    },

    serveLink,

    /** Ends the links of stores that are no longer known, whoever revoked them, of those that move, and of machines that were replaced. */
    async dismissUnknown(): Promise<void> {
      const byId = new Map((await stores.all()).map((store) => [store.storeId, store]));
      for (const { storeId, leavingAtMs } of byId.values()) if (leavingAtMs !== null) deps.onMoving(storeId);
      for (const [storeId, session] of sessions) {
        const store = byId.get(storeId);
        if (!store) session.close('revoked');
        else if (store.leavingAtMs !== null) session.close('moving');
        else if (isReplaced(session, store)) await dismissReplaced(session, store);
      }
      menuSockets.close((storeId) => {
        const store = byId.get(storeId);
        if (!store) return { code: 1008, reason: 'revoked' };
        return store.leavingAtMs === null ? null : { code: 1001, reason: 'moving' };
      });
    },

    session: (storeId: string): Session | null => sessions.get(storeId) ?? null,
    holder: instanceHolding,

    /** `linked`, within the minute of grace after it was last seen, or away. */
    async presence(storeId: string): Promise<'linked' | 'grace' | 'away'> {
      if (sessions.has(storeId) || (await deps.ownership.findOtherOwner(storeId))) return 'linked';
      return (await lastSeen.wasLately(storeId)) ? 'grace' : 'away';
    },

    /** Says goodbye to every store and waits until they are gone. */
    async stop(): Promise<void> {
      draining = true;
      for (const ws of documents.clients) ws.close(1001);
      const openSessions = [...sessions.values()];
      for (const session of openSessions) session.close('relay restarts');
      await Promise.all(openSessions.map((session) => session.ended));
      // Else the others would ask this process for them until it is known to be dead.
      await Promise.all(releasing);
      await lastSeen.stop();
    },
  };
}
