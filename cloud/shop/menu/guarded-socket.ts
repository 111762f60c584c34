// A socket as @y/websocket-server wants it, that hands on only what the library can take. What is malformed ends that
// connection (1007): the library would log it, and go on.
import type { WebSocket } from 'ws';
import type * as Y from 'yjs';
import { takeDocumentMessage } from '@balcao/shared/link/document-message.ts';
import { isDeaf } from '@balcao/shared/link/socket-limits.ts';

const INVALID_PAYLOAD = 1007;

export class GuardedSocket {
  readonly #ws: WebSocket;
  readonly #doc: Y.Doc;
  readonly #onMalformed: () => void;
  /** Who looks at the document at the other end: it speaks for no other, and is the same as long as it is connected. */
  #client: number | null = null;
  #over = false;
  binaryType = 'arraybuffer';

  constructor(ws: WebSocket, doc: Y.Doc, onMalformed: () => void) {
    this.#ws = ws;
    this.#doc = doc;
    this.#onMalformed = onMalformed;
    ws.binaryType = 'arraybuffer';
  }

  get readyState(): number {
    return this.#ws.readyState;
  }

  on(event: string, listener: (data: unknown) => void): void {
    if (event !== 'message') {
      this.#ws.on(event, listener);
      return;
    }
    this.#ws.on('message', (data) => {
      // A closing handshake takes its time, and what is still sent meanwhile is not read.
      if (this.#over) return;
      if (isDeaf(this.#ws)) return this.#ws.terminate();
      const taken = takeDocumentMessage(
        data,
        this.#doc,
        this,
        (client) => (this.#client ??= client) === client,
      );
      if (taken !== null) return listener(taken);
      this.#over = true;
      this.#onMalformed();
      this.#ws.close(INVALID_PAYLOAD);
    });
  }

  send(message: Uint8Array, options: object, done: (error?: Error) => void): void {
    this.#ws.send(message, options, done);
  }

  ping(): void {
    this.#ws.ping();
  }

  close(): void {
    this.#ws.close();
  }
}
