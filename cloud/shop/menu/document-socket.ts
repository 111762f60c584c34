// The relay's end of the y-websocket protocol on one socket of a store's menu document: answers what it asks, takes its changes
// and tells it those of others. A message that cannot be read ends the connection (1007). The document is asked for when it is needed:
// it may not be in memory.
import * as encoding from 'lib0/encoding';
import type { WebSocket } from 'ws';
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';
import {
  applyChange,
  MESSAGE_SYNC,
  readDocumentMessage,
  type DocumentMessage,
} from '@balcao/shared/link/document-message.ts';
import { isDeaf } from '@balcao/shared/link/socket-limits.ts';

const INVALID_PAYLOAD = 1007;
const PING_EVERY_MS = 30_000;

const INTERNAL_ERROR = 1011;

/** Tells a change, and who made it. */
export type TellChange = (update: Uint8Array, origin: unknown) => void;

/** The document that a socket is about. */
export type SocketDocument = {
  /** Null while it is not in memory. */
  findCached(): Y.Doc | null;
  /** Works with it, after it was read if need be. */
  useDocument(work: (doc: Y.Doc) => void): Promise<void>;
  /** Returns the function that stops listening to its changes. */
  subscribeChanges(onChange: TellChange): () => void;
  /** Told why it could not be worked with: the socket is closed (1011), and nobody else hears of it. */
  onFailure(error: unknown): void;
};

/** Resolves once the other end was asked what it has. */
export async function serveDocumentSocket(
  ws: WebSocket,
  onMalformed: () => void,
  document: SocketDocument,
): Promise<void> {
  ws.binaryType = 'arraybuffer';
  /** Who looks at the document at the other end: it speaks for no other, and is the same as long as it is connected. */
  let clientId: number | null = null;
  let isOver = false;
  let hasPonged = true;

  const send = (message: Uint8Array): void => {
    if (ws.readyState === ws.OPEN) ws.send(message, {}, (error) => (error ? ws.close() : undefined));
  };
  const sendSync = (write: (encoder: encoding.Encoder) => void): void => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, MESSAGE_SYNC);
    write(encoder);
    send(encoding.toUint8Array(encoder));
  };
  const refuseMessage = (): void => {
    if (isOver) return;
    isOver = true;
    onMalformed();
    ws.close(INVALID_PAYLOAD);
  };
  const inTurn = createTurns(ws, document);

  const takeMessage = (data: unknown): void => {
    const message = readDocumentMessage(data);
    if (message === null) return refuseMessage();
    if (message.kind !== 'awareness') return inTurn((doc) => answerMessage(doc, message));
    const [first, ...others] = message.clients;
    // Its own word comes back to it: a client that hears nothing for 30 s takes the connection for dead.
    if (first !== undefined && others.length === 0 && (clientId ??= first) === first)
      send(new Uint8Array(data as ArrayBuffer));
  };
  const answerMessage = (doc: Y.Doc, message: Exclude<DocumentMessage, { kind: 'awareness' }>): void => {
    // A closing handshake takes its time, and what came behind what cannot be read is not taken.
    if (isOver) return;
    if (message.kind === 'question') sendSync((encoder) => writeSyncStep2(encoder, doc, message.state));
    else if (!applyChange(message.update, doc, ws)) refuseMessage();
  };

  const pingTimer = setInterval(() => {
    if (!hasPonged) return ws.close();
    hasPonged = false;
    ws.ping();
  }, PING_EVERY_MS);
  const stopListening = document.subscribeChanges((update, origin) => {
    if (origin !== ws) sendSync((encoder) => writeUpdate(encoder, update));
  });
  ws.on('pong', () => (hasPonged = true));
  ws.on('close', () => {
    clearInterval(pingTimer);
    stopListening();
  });
  ws.on('message', (data) => {
    // A closing handshake takes its time, and what is still sent meanwhile is not read.
    if (isOver) return;
    if (isDeaf(ws)) return ws.terminate();
    takeMessage(data);
  });
  await inTurn.first((doc) => sendSync((encoder) => writeSyncStep1(encoder, doc)));
}

/** Works with the document in the order of what came; while it is read from the database nothing more is read from the socket. */
function createTurns(ws: WebSocket, document: SocketDocument) {
  let waiting = 0;
  let lastWork = Promise.resolve();
  async function queueWork(work: (doc: Y.Doc) => void): Promise<void> {
    waiting += 1;
    ws.pause();
    lastWork = lastWork.then(() => document.useDocument(work));
    try {
      await lastWork;
    } finally {
      waiting -= 1;
      if (waiting === 0) ws.resume();
    }
  }
  const inTurn = (work: (doc: Y.Doc) => void): void => {
    const doc = waiting === 0 ? document.findCached() : null;
    if (doc !== null) return work(doc);
    // The other end connects again, and both ask anew what they lack.
    queueWork(work).catch((error: unknown) => {
      if (ws.readyState === ws.OPEN) document.onFailure(error);
      ws.close(INTERNAL_ERROR);
    });
  };
  return Object.assign(inTurn, { first: queueWork });
}
