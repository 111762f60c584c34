// A socket as @y/websocket-server wants it, that hands on only well-formed messages. What is malformed ends that connection
// (1007) before the library could log it or half-apply it.
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
  binaryType = 'arraybuffer';

  constructor(ws: WebSocket) {
    this.#ws = ws;
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
      if (data instanceof ArrayBuffer && isWellFormed(new Uint8Array(data))) listener(data);
      else this.#ws.close(INVALID_PAYLOAD);
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

/** Decodes a message of the y-websocket protocol without applying it. */
export function isWellFormed(message: Uint8Array): boolean {
  try {
    const decoder = decoding.createDecoder(message);
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE_AWARENESS) return isAwareness(decoding.readVarUint8Array(decoder));
    if (type !== MESSAGE_SYNC) return false;
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === SYNC_STEP_1) Y.decodeStateVector(payload);
    else if (step === SYNC_STEP_2 || step === SYNC_UPDATE) Y.decodeUpdate(payload);
    else return false;
    return true;
  } catch {
    return false;
  }
}

function isAwareness(payload: Uint8Array): boolean {
  const decoder = decoding.createDecoder(payload);
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    decoding.readVarUint(decoder);
    decoding.readVarUint(decoder);
    JSON.parse(decoding.readVarString(decoder));
  }
  return true;
}
