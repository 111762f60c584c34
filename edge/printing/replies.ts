// What a printer says, from bytes: answers to DLE EOT and GS ( H, and reports it sends on its own. Pure.
// Source: Epson ESC/POS command reference. Every kind of answer is told by fixed bits of its first byte.

/** DLE EOT 1 and DLE EOT 4 in one go: is it on line, and how is its paper. */
export const ASK_STATUS = Uint8Array.of(0x10, 0x04, 1, 0x10, 0x04, 4);

/** GS a: from now on tell by yourself when paper, cover or line change. */
export const REPORT_CHANGES = Uint8Array.of(0x1d, 0x61, 0b1111);

/** GS ( H function 48: the printer sends `id` back when everything before it has been printed. */
export const askDone = (id: string): Uint8Array =>
  Uint8Array.of(0x1d, 0x28, 0x48, 6, 0, 48, 48, ...Array.from(id, (character) => character.charCodeAt(0)));

/** The id of no ticket. */
export const HELLO_ID = '~~~~';
const ID_FIRST = 33;
const ID_RANGE = 93;

/** Four printable characters, different for neighbouring numbers. */
export function doneId(number: number): string {
  let remainder = number;
  return Array.from({ length: 4 }, () => {
    const character = String.fromCharCode(ID_FIRST + (remainder % ID_RANGE));
    remainder = Math.floor(remainder / ID_RANGE);
    return character;
  }).join('');
}

export type Reply =
  /** One byte of an answer to DLE EOT: which question it answers is known by the order of asking. */
  | { kind: 'status'; byte: number }
  | { kind: 'done'; id: string }
  /** Automatic status (GS a), which some printers send unasked. */
  | { kind: 'auto'; offline: boolean; paperOut: boolean; paperLow: boolean };

export type PrinterCondition = { offline: boolean; paperOut: boolean; paperLow: boolean };

/** The condition from the answers to ASK_STATUS; a printer that answers only the first question has paper. */
export const conditionOf = (online: number, paper: number | undefined): PrinterCondition => ({
  offline: (online & 0b1000) !== 0,
  paperOut: paper !== undefined && (paper & 0b110_0000) !== 0,
  paperLow: paper !== undefined && (paper & 0b1100) !== 0,
});

/**
 * Cuts a stream of bytes into replies. Bytes that begin no known reply (flow control, noise) are passed over, each of them once: there
 * may be no end of them.
 */
export function createReplyReader(onReply: (reply: Reply) => void): (bytes: Uint8Array) => void {
  /** The beginning of a reply whose rest has not come: a few bytes. */
  let incomplete: Uint8Array = new Uint8Array();

  /** Hears the reply that begins at `at`; answers how many bytes it took, 0 when more must come. */
  function readReply(bytes: Uint8Array, offset: number): number {
    const first = bytes[offset] ?? 0;
    const remaining = bytes.length - offset;
    if ((first & 0b1001_0011) === 0b0001_0010) {
      onReply({ kind: 'status', byte: first });
      return 1;
    }
    if (first === 0x37) {
      if (remaining > 1 && bytes[offset + 1] !== 0x22) return 1;
      if (remaining < 7) return 0;
      onReply({ kind: 'done', id: String.fromCharCode(...bytes.subarray(offset + 2, offset + 6)) });
      return 7;
    }
    if ((first & 0b1001_0011) !== 0b0001_0000) return 1;
    if (remaining < 4) return 0;
    const paper = bytes[offset + 2] ?? 0;
    onReply({
      kind: 'auto',
      offline: (first & 0b1000) !== 0,
      paperOut: (paper & 0b1100) !== 0,
      paperLow: (paper & 0b11) !== 0,
    });
    return 4;
  }

  return (chunk) => {
    const bytes = incomplete.length === 0 ? chunk : Uint8Array.from([...incomplete, ...chunk]);
    let offset = 0;
    while (offset < bytes.length) {
      const length = readReply(bytes, offset);
      if (length === 0) break;
      offset += length;
    }
    incomplete = bytes.slice(offset);
  };
}
