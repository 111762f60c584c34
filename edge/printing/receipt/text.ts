// Makes any text printable: what the printer's code page has stays, the rest is said in plainer letters or dropped.
// Nothing that comes out of here can be taken for a command by a printer.

export const CODE_PAGES = ['PC850', 'PC860', 'WPC1252'] as const;
export type CodePage = (typeof CODE_PAGES)[number];

// The characters of each page that Portuguese and its neighbours need; a page that lacks one gets its bare letter.
const COMMON = 'áâãàçéêíóôõúüÁÂÃÀÇÉÊÍÓÔÕÚÜñÑªº°';
const REPERTOIRE: Record<CodePage, Set<string>> = {
  PC850: new Set(`${COMMON}äåëèïîìÄÅÉæÆöòûùÿÖøØÊËÈÎÏÌßÒÛÙýÝ£§±½¼¾²³¡¿«»µ·`),
  PC860: new Set(`${COMMON}èÈìÌòÒùÙ£±½¼²¡¿«»·`),
  WPC1252: new Set(`${COMMON}äåëèïîìÄÅæÆöòûùÿÖøØËÈÎÏÌßÒÛÙýÝ£§±½¼¾²³¡¿«»µ·€`),
};

const PLAINER: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '×': 'x',
  '÷': '/',
  '•': '*',
  '…': '...',
  '€': 'EUR',
  '´': "'",
  '¨': '',
  '©': '(c)',
  '®': '(R)',
  '™': '(TM)',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ß: 'ss',
};

const EMOJI =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u20E3\uFE0E\uFE0F]|[\u{E0020}-\u{E007F}]/gu;

/** One or more lines of text with nothing in them but what `codePage` can print. Line breaks stay, the ends are trimmed. */
export function cleanText(text: string, codePage: CodePage): string {
  const printable = REPERTOIRE[codePage];
  return Array.from(
    text
      .normalize('NFC')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      // '©' and '®' count as pictographs and have a plain form.
      .replace(EMOJI, (character) => PLAINER[character] ?? ''),
    (character) => plainFormOf(character, printable),
  )
    .join('')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n|\n$/g, '');
}

function plainFormOf(character: string, printable: Set<string>): string {
  if (character === '\n' || (character >= ' ' && character <= '~')) return character;
  if (printable.has(character)) return character;
  if (character === '\t' || /\p{Zs}/u.test(character)) return ' ';
  // Control, format (zero width, direction) and stray combining marks say nothing on paper.
  if (/[\p{Cc}\p{Cf}\p{M}\p{Cs}\p{Co}\p{Cn}]/u.test(character)) return '';
  const replacement = PLAINER[character];
  if (replacement !== undefined) return replacement;
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return /^[ -~]+$/.test(letters) ? letters : '?';
}

/**
 * Breaks `text` into lines of at most `columns` characters, at spaces where it can and inside a word where it must.
 * Lines after the first begin with `indent` spaces. Nothing is left out.
 */
export function wrapText(text: string, columns: number, indent = 0): string[] {
  const margin = ' '.repeat(Math.min(indent, Math.floor(columns / 2)));
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = lines.length === 0 ? '' : margin;
    let empty = true;
    for (const word of paragraph.split(' ').filter((part) => part !== '')) {
      let remainder = word;
      if (!empty && line.length + 1 + remainder.length > columns) {
        lines.push(line);
        line = margin;
        empty = true;
      }
      while (line.length + (empty ? 0 : 1) + remainder.length > columns) {
        const room = columns - line.length;
        lines.push(line + remainder.slice(0, room));
        remainder = remainder.slice(room);
        line = margin;
      }
      line += empty ? remainder : ` ${remainder}`;
      empty = false;
    }
    if (!empty) lines.push(line);
  }
  return lines;
}
