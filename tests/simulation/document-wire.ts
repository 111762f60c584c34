// The second socket of a link, for the menu document: the store's y-websocket client on one end, the relay's server on
// the other. What was under way when it breaks is lost, as on a wire.
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { createDocumentSync, type DocumentSync } from '../../edge/replication/link/document-sync.ts';
import type { Store } from '../../edge/store.ts';

const OPEN = 1;
const CLOSED = 3;

/** The relay's end, as the `ws` library's. Waits while paused. */
class RelayEnd extends EventEmitter {
  readonly OPEN = OPEN;
  binaryType = 'arraybuffer';
  readyState = OPEN;
  #paused = false;
  readonly #waiting: ArrayBuffer[] = [];
  readonly #toStore: (data: ArrayBuffer) => void;
  readonly #end: () => void;

  constructor(toStore: (data: ArrayBuffer) => void, end: () => void) {
    super();
    this.#toStore = toStore;
    this.#end = end;
  }
  take(data: ArrayBuffer): void {
    if (this.#paused) this.#waiting.push(data);
    else this.emit('message', data);
  }
  pause(): void {
    this.#paused = true;
  }
  resume(): void {
    this.#paused = false;
    for (const data of this.#waiting.splice(0)) this.emit('message', data);
  }
  send(data: Uint8Array, _options: object, done: (error?: Error) => void): void {
    this.#toStore(copy(data));
    done();
  }
  ping(): void {
    this.emit('pong');
  }
  close(): void {
    this.#end();
  }
}

const copy = (data: Uint8Array): ArrayBuffer => Uint8Array.from(data).buffer;

/** Makes the socket class for the store's client. `connect` answers what serves the other end, or null while there is no way. */
export function documentWire(connect: () => ((end: WebSocket) => void) | null) {
  const open = new Set<StoreEnd>();

  class StoreEnd {
    readonly OPEN = OPEN;
    binaryType = 'arraybuffer';
    readyState = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
    onclose: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    #other: RelayEnd | null = null;

    constructor() {
      setImmediate(() => {
        const serve = connect();
        if (serve === null) return this.close();
        this.readyState = OPEN;
        open.add(this);
        this.#other = new RelayEnd(
          (data) => setImmediate(() => this.readyState === OPEN && this.onmessage?.({ data })),
          () => this.close(),
        );
        serve(this.#other as unknown as WebSocket);
        this.onopen?.();
      });
    }
    send(data: Uint8Array): void {
      const sent = copy(data);
      const other = this.#other;
      setImmediate(() => other?.readyState === OPEN && other.take(sent));
    }
    close(): void {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      open.delete(this);
      this.onclose?.({});
      if (!this.#other) return;
      this.#other.readyState = CLOSED;
      this.#other.emit('close');
    }
  }

  return {
    Socket: StoreEnd as unknown as typeof WebSocket,
    cut(): void {
      for (const end of [...open]) end.close();
    },
  };
}

/** The store's end of the document, as its link has it. */
export function openDocuments(store: Store, { Socket }: ReturnType<typeof documentWire>): DocumentSync {
  const sync = createDocumentSync({
    relayUrl: 'http://relay',
    storeId: store.identity.storeId,
    doc: store.menu.doc,
    token: () => Promise.resolve('token'),
    log: { warn: () => undefined },
    socket: Socket,
  });
  sync.start();
  return sync;
}
