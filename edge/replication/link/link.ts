// The store's side of the link, whole: pairing, the dialled WebSocket, and the menu document beside it. Which relay it is may
// change while the store runs: a person pairs it with another, or takes it off.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as Y from 'yjs';
import { isSafeAddress } from '@balcao/shared/http/safe-address.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { readMeta, writeMeta, type Identity } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { createDeviceTokens } from './device-token.ts';
import { createDial } from './dial.ts';
import type { LinkState } from './dial-state.ts';
import { createDocumentSync } from './document-sync.ts';
import { createRelayTime } from './relay-time.ts';
import { createRelayClient, type RelayClient } from '../../shop/relay/relay-client.ts';

export const PUBLIC_URL = 'public_url';
const PLAIN_RELAY =
  'O endereço do site não começa com https://, e nada vai para ele sem conexão segura. Ligue de novo com o endereço certo.';
export const RELAY_URL = 'relay_url';

/**
 * Kept empty once a person has taken the store off: RELAY_URL does not bring it back. The last is for a database on another machine
 * than the one whose settings named the relay.
 */
export const knownRelayUrl = (db: Db, configured: string | null): string | null =>
  (readMeta(db, RELAY_URL) ?? configured ?? readMeta(db, PUBLIC_URL)) || null;

export type Link = {
  relay: RelayClient;
  /** `none` without a relay. */
  state: () => LinkState | 'none';
  /** Whether the relay still answers over the link, found out now; takes seconds at most when it does not. */
  isHeard: () => Promise<boolean>;
  /** Whether it answered no ping when last looked. */
  isInDoubt: () => boolean;
  /** The relay that this store is meant for: the one a person paired it with, else RELAY_URL, else the site it is known at. */
  relayUrl: () => string | null;
  /** The relay's public address, known since pairing. */
  publicUrl: () => string | null;
  /** What an owner must know about the versions of both sides, or null. */
  trouble: () => string | null;
  /** Pairs with the relay at `relayUrl` by a code and links to it from now on. What was before stays when it refuses. */
  pairWith(relayUrl: string, code: string): Promise<Result<{ publicUrl: string }, Problem>>;
  /** Asks the relay to forget this store, and dials no more. */
  unpair(): Promise<void>;
  start(): void;
  /** Ends the link and dials anew. */
  redial(): void;
  stop(): Promise<void>;
};

export async function createLink(deps: {
  db: Db;
  identity: Identity;
  doc: Y.Doc;
  /** RELAY_URL, and PAIRING_CODE for a first pairing without a person. */
  relayUrl: string | null;
  pairingCode: string | null;
  storeName: () => string;
  listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  onLinked: () => void;
  /** A person paired this store; it dials after this. */
  onPaired: () => void;
  onReplaced: (succession: string) => void;
  welcome: () => boolean;
  onUnreachable: () => void;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}): Promise<Link> {
  const { db, identity, pairingCode, log } = deps;
  const time = createRelayTime();
  const token = await createDeviceTokens(identity, time.nowMs);
  const publicUrl = (): string | null => readMeta(db, PUBLIC_URL) || null;
  const relayUrl = (): string | null => knownRelayUrl(db, deps.relayUrl);
  /** From before https was asked for, an address may be kept that nothing is said to any more. */
  const safeUrl = (): string | null => {
    const url = relayUrl();
    return url !== null && isSafeAddress(url) ? url : null;
  };
  const relay = createRelayClient({ relayUrl: safeUrl, identity, token });
  let connection: ReturnType<typeof connect> | null = null;

  function connect(url: string) {
    const documents = createDocumentSync({
      relayUrl: url,
      storeId: identity.storeId,
      doc: deps.doc,
      token,
      log,
    });
    let documentsStarted = false;
    const dial = createDial({
      relayUrl: url,
      listener: deps.listener,
      token,
      async prepare(refused) {
        await pairOnce();
        // The relay may have refused the token because this machine's clock is wrong.
        if (refused) await time.compare(relay.request);
      },
      random: Math.random,
      log,
      welcome: deps.welcome,
      onReplaced: deps.onReplaced,
      onUnreachable: deps.onUnreachable,
      onState: (state) => {
        if (state !== 'linked') return;
        deps.onLinked();
        // The relay answers for documents only of stores it knows: not before the first link.
        if (documentsStarted) return;
        documentsStarted = true;
        documents.start();
      },
    });
    return {
      dial,
      async stop() {
        documents.stop();
        await dial.stop();
      },
    };
  }

  async function pairOnce(): Promise<void> {
    if (pairingCode === null || publicUrl() !== null) return;
    const answer = await relay.pair(pairingCode, deps.storeName());
    if (!answer.ok) throw new Error(`pairing failed: ${answer.refusal.code}`);
    writeMeta(db, PUBLIC_URL, answer.value.publicUrl);
    log.info({}, 'paired with the relay');
  }

  function start(): void {
    const url = safeUrl();
    if (url === null) {
      if (relayUrl() !== null)
        log.warn({ relayUrl: relayUrl() }, 'the relay is not dialled: its address is not https');
      return;
    }
    connection = connect(url);
    connection.dial.start();
  }

  async function stop(): Promise<void> {
    const ending = connection;
    connection = null;
    await ending?.stop();
  }

  return {
    relay,
    state: () => connection?.dial.state() ?? 'none',
    isHeard: () => connection?.dial.isHeard() ?? Promise.resolve(false),
    isInDoubt: () => connection?.dial.isInDoubt() ?? false,
    relayUrl,
    publicUrl,
    trouble: () => connection?.dial.trouble() ?? (relayUrl() === safeUrl() ? null : PLAIN_RELAY),
    async pairWith(url, code) {
      const answer = await relay.pair(code, deps.storeName(), url);
      if (!answer.ok) return refused(answer.refusal);
      await stop();
      writeMeta(db, RELAY_URL, url);
      writeMeta(db, PUBLIC_URL, answer.value.publicUrl);
      deps.onPaired();
      start();
      return accepted(answer.value);
    },
    async unpair() {
      try {
        await relay.request('/edge/unpair', { method: 'POST' });
      } catch (error) {
        // The relay cannot be reached: its operator revokes the store there. Here the pairing ends all the same.
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'the relay was not told that this store leaves it',
        );
      }
      await stop();
      writeMeta(db, RELAY_URL, '');
      writeMeta(db, PUBLIC_URL, '');
    },
    start,
    redial: () => connection?.dial.redial(),
    stop,
  };
}
