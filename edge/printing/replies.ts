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
  let rest = number;
  return Array.from({ length: 4 }, () => {
    const character = String.fromCharCode(ID_FIRST + (rest % ID_RANGE));
    rest = Math.floor(rest / ID_RANGE);
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
export function createReplyReader(hear: (reply: Reply) => void): (bytes: Uint8Array) => void {
  /** The beginning of a reply whose rest has not come: a few bytes. */
  let begun: Uint8Array = new Uint8Array();

  /** Hears the reply that begins at `at`; answers how many bytes it took, 0 when more must come. */
  function take(bytes: Uint8Array, at: number): number {
    const first = bytes[at] ?? 0;
    const left = bytes.length - at;
    if ((first & 0b1001_0011) === 0b0001_0010) {
      hear({ kind: 'status', byte: first });
      return 1;
    }
    if (first === 0x37) {
      if (left > 1 && bytes[at + 1] !== 0x22) return 1;
      if (left < 7) return 0;
      hear({ kind: 'done', id: String.fromCharCode(...bytes.subarray(at + 2, at + 6)) });
      return 7;
    }
    if ((first & 0b1001_0011) !== 0b0001_0000) return 1;
    if (left < 4) return 0;
    const paper = bytes[at + 2] ?? 0;
    hear({
      kind: 'auto',
      offline: (first & 0b1000) !== 0,
      paperOut: (paper & 0b1100) !== 0,
      paperLow: (paper & 0b11) !== 0,
    });
    return 4;
  }

  return (more) => {
    const bytes = begun.length === 0 ? more : Uint8Array.from([...begun, ...more]);
    let at = 0;
    while (at < bytes.length) {
      const taken = take(bytes, at);
      if (taken === 0) break;
      at += taken;
    }
    begun = bytes.slice(at);
  };
}
