// What comes over the socket of the menu document, looked at before anything is done with it, the same at both ends: the store's
// library throws at what it cannot read, and nobody catches that.
import * as decoding from 'lib0/decoding';
import * as Y from 'yjs';

/** The first number of a message that asks for the document or changes it. */
export const MESSAGE_SYNC = 0;
const MESSAGE_AWARENESS = 1;
const SYNC_STEP_1 = 0;
const SYNC_STEP_2 = 1;
const SYNC_UPDATE = 2;

/** Every process that ever edited is one; a machine that restarts daily makes as many in ten years. Yjs takes their square in time. */
const EDITORS_MAX = 4000;
/** What waits for changes that it follows on: two honest ends leave nothing of the kind for long. */
const PENDING_BYTES_MAX = 4 * 1024 * 1024;

/** Told to the library in place of a change that has been applied already: it learns that it has come, and of what kind it was. */
const appliedAs = (step: number): Uint8Array => Uint8Array.of(MESSAGE_SYNC, step, 2, 0, 0);
/** Who else looks at the document is of no use here; that a message came is a sign of life. */
const NOBODY = Uint8Array.of(MESSAGE_AWARENESS, 1, 0);

/** A message of the y-websocket protocol: asks for changes, says who looks, or brings a change. */
export type DocumentMessage =
  | { kind: 'question'; state: Uint8Array }
  | { kind: 'awareness'; clients: number[] }
  | { kind: 'change'; step: number; update: Uint8Array };

/** Takes a message of the y-websocket protocol apart without applying it; null when it is malformed. */
export function readDocumentMessage(data: unknown): DocumentMessage | null {
  if (!(data instanceof ArrayBuffer)) return null;
  try {
    const decoder = decoding.createDecoder(new Uint8Array(data));
    const type = decoding.readVarUint(decoder);
    if (type === MESSAGE_AWARENESS)
      return { kind: 'awareness', clients: readClients(decoding.readVarUint8Array(decoder)) };
    if (type !== MESSAGE_SYNC) return null;
    const step = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (step === SYNC_STEP_1) {
      Y.decodeStateVector(payload);
      return { kind: 'question', state: payload };
    }
    if (step !== SYNC_STEP_2 && step !== SYNC_UPDATE) return null;
    const { structs } = Y.decodeUpdate(payload);
    if (new Set(structs.map((struct) => struct.id.client)).size > EDITORS_MAX) return null;
    return { kind: 'change', step, update: payload };
  } catch {
    return null;
  }
}

function readClients(payload: Uint8Array): number[] {
  const decoder = decoding.createDecoder(payload);
  const clients: number[] = [];
  for (let left = decoding.readVarUint(decoder); left > 0; left -= 1) {
    clients.push(decoding.readVarUint(decoder));
    decoding.readVarUint(decoder);
    JSON.parse(decoding.readVarString(decoder));
  }
  return clients;
}

/**
 * Applies a change that came, where what goes wrong can be caught; false when it is malformed, or follows on too much that has never
 * come. `origin` is what the document's listeners see it come from.
 */
export function applyChange(update: Uint8Array, doc: Y.Doc, origin: unknown): boolean {
  try {
    Y.applyUpdate(doc, update, origin);
  } catch {
    return false;
  }
  const { pendingStructs, pendingDs } = doc.store;
  return (pendingStructs?.update.length ?? 0) + (pendingDs?.length ?? 0) <= PENDING_BYTES_MAX;
}

/** Applies what came, and answers what the store's library is to be told of it; null when it is malformed. */
export function takeDocumentMessage(data: unknown, doc: Y.Doc, origin: unknown): Uint8Array | null {
  const message = readDocumentMessage(data);
  if (message === null) return null;
  if (message.kind === 'change')
    return applyChange(message.update, doc, origin) ? appliedAs(message.step) : null;
  return message.kind === 'awareness' ? NOBODY : new Uint8Array(data as ArrayBuffer);
}
