// A socket as @y/websocket-server wants it, that hands on only what the library can take. What is malformed ends that
// connection (1007): the library would log it, and go on.
import * as decoding from 'lib0/decoding';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';

const MESSAGE_SYNC = 0;
const MESSAGE_AWARENESS = 1;
const SYNC_STEP_1 = 0;
const SYNC_STEP_2 = 1;
const SYNC_UPDATE = 2;
const INVALID_PAYLOAD = 1007;

export class GuardedSocket {
  readonly #ws: WebSocket;
  readonly #doc: Y.Doc;
  binaryType = 'arraybuffer';

  constructor(ws: WebSocket, doc: Y.Doc) {
    this.#ws = ws;
    this.#doc = doc;
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
      if (!(data instanceof ArrayBuffer) || !this.#take(new Uint8Array(data), () => listener(data)))
        this.#ws.close(INVALID_PAYLOAD);
    });
  }

  /** Changes are applied here, where what goes wrong can be caught; all else is the library's. False when malformed. */
  #take(message: Uint8Array, handOn: () => void): boolean {
    const read = readMessage(message);
    if (read === null) return false;
    if (read.update === null) handOn();
    else {
      try {
        Y.applyUpdate(this.#doc, read.update, this);
      } catch {
        return false;
      }
    }
    return true;
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

/** Takes a message of the y-websocket protocol apart without applying it; null when it is malformed. */
function readMessage(message: Uint8Array): { update: Uint8Array | null } | null {
  try {
    const decoder = decoding.createDecoder(message);
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE_AWARENESS) {
      checkAwareness(decoding.readVarUint8Array(decoder));
      return { update: null };
    }
    if (type !== MESSAGE_SYNC) return null;
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === SYNC_STEP_1) {
      Y.decodeStateVector(payload);
      return { update: null };
    }
    if (step !== SYNC_STEP_2 && step !== SYNC_UPDATE) return null;
    Y.decodeUpdate(payload);
    return { update: payload };
  } catch {
    return null;
  }
}

function checkAwareness(payload: Uint8Array): void {
  const decoder = decoding.createDecoder(payload);
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    decoding.readVarUint(decoder);
    decoding.readVarUint(decoder);
    JSON.parse(decoding.readVarString(decoder));
  }
}
