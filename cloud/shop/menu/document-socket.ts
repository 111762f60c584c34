// The relay's end of the y-websocket protocol on one socket of a store's menu document: answers what it asks, takes its changes
// and tells it those of others. A message that cannot be read ends the connection (1007).
import * as encoding from 'lib0/encoding';
import type { WebSocket } from 'ws';
import { writeSyncStep1, writeSyncStep2, writeUpdate } from 'y-protocols/sync';
import type * as Y from 'yjs';
import { applyChange, MESSAGE_SYNC, readDocumentMessage } from '@balcao/shared/link/document-message.ts';
import { isDeaf } from '@balcao/shared/link/socket-limits.ts';

const INVALID_PAYLOAD = 1007;
const PING_EVERY_MS = 30_000;

export function serveDocumentSocket(ws: WebSocket, doc: Y.Doc, onMalformed: () => void): void {
  ws.binaryType = 'arraybuffer';
  /** Who looks at the document at the other end: it speaks for no other, and is the same as long as it is connected. */
  let client: number | null = null;
  let over = false;
  let ponged = true;

  const send = (message: Uint8Array): void => {
    if (ws.readyState === ws.OPEN) ws.send(message, {}, (error) => (error ? ws.close() : undefined));
  };
  const sendSync = (write: (encoder: encoding.Encoder) => void): void => {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, MESSAGE_SYNC);
    write(encoder);
    send(encoding.toUint8Array(encoder));
  };
  /** Whether it could be read. */
  const take = (data: unknown): boolean => {
    const message = readDocumentMessage(data);
    if (message === null) return false;
    if (message.kind === 'change') return applyChange(message.update, doc, ws);
    if (message.kind === 'question') {
      sendSync((encoder) => writeSyncStep2(encoder, doc, message.state));
      return true;
    }
    const [first, ...others] = message.clients;
    // Its own word comes back to it: a client that hears nothing for 30 s takes the connection for dead.
    if (first !== undefined && others.length === 0 && (client ??= first) === first)
      send(new Uint8Array(data as ArrayBuffer));
    return true;
  };
  const tell = (update: Uint8Array, origin: unknown): void => {
    if (origin !== ws) sendSync((encoder) => writeUpdate(encoder, update));
  };

  const pinging = setInterval(() => {
    if (!ponged) return ws.close();
    ponged = false;
    ws.ping();
  }, PING_EVERY_MS);
  doc.on('update', tell);
  ws.on('pong', () => (ponged = true));
  ws.on('close', () => {
    clearInterval(pinging);
    doc.off('update', tell);
  });
  ws.on('message', (data) => {
    // A closing handshake takes its time, and what is still sent meanwhile is not read.
    if (over) return;
    if (isDeaf(ws)) return ws.terminate();
    if (take(data)) return;
    over = true;
    onMalformed();
    ws.close(INVALID_PAYLOAD);
  });
  sendSync((encoder) => writeSyncStep1(encoder, doc));
}
