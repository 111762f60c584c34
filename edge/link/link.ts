// The store's side of the link, whole: pairing, the dialled WebSocket, and the menu document beside it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as Y from 'yjs';
import { readMeta, writeMeta, type Identity } from '../db/identity.ts';
import type { Db } from '../db/open.ts';
import { createDeviceTokens } from './device-token.ts';
import { createDial, type LinkState } from './dial.ts';
import { createDocumentSync } from './document-sync.ts';
import { createRelayClient, type RelayClient } from './relay-client.ts';

const PUBLIC_URL = 'public_url';

export type Link = {
  relay: RelayClient;
  state: () => LinkState;
  /** The relay's public address, known since pairing. */
  publicUrl: () => string | null;
  start(): void;
  drain(): Promise<void>;
};

export async function createLink(given: {
  db: Db;
  identity: Identity;
  doc: Y.Doc;
  relayUrl: string;
  pairingCode: string | null;
  storeName: () => string;
  listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
}): Promise<Link> {
  const { db, identity, relayUrl, pairingCode, log } = given;
  const token = await createDeviceTokens(identity);
  const relay = createRelayClient({ relayUrl, identity, token });
  const documents = createDocumentSync({ relayUrl, storeId: identity.storeId, doc: given.doc, token });
  let documentsStarted = false;

  async function pairOnce(): Promise<void> {
    if (pairingCode === null || readMeta(db, PUBLIC_URL) !== null) return;
    const answer = await relay.pair(pairingCode, given.storeName());
    if (!answer.paired) throw new Error(`pairing failed: ${answer.reason}`);
    writeMeta(db, PUBLIC_URL, answer.publicUrl);
    log.info({}, 'paired with the relay');
  }

  const dial = createDial({
    relayUrl,
    listener: given.listener,
    token,
    prepare: pairOnce,
    random: Math.random,
    log,
    onState: (state) => {
      // The relay answers for documents only of stores it knows: not before the first link.
      if (state !== 'linked' || documentsStarted) return;
      documentsStarted = true;
      documents.start();
    },
  });

  return {
    relay,
    state: dial.state,
    publicUrl: () => readMeta(db, PUBLIC_URL),
    start: dial.start,
    async drain() {
      documents.drain();
      await dial.drain();
    },
  };
}
