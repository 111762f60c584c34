// What happened, as lines that a person reads and that are the same at each run: what is drawn by lot has a name by when it appeared first.

/** Milliseconds since 1970 of this century, as they stand in rows and answers. */
const INSTANT = /\b1[78]\d{11}\b/g;
const WIDTH = 140;

/** What is drawn by lot, and what it is called. One without a number is the same to whoever reads it. */
const DRAWN: readonly { pattern: string; name: string; isNumbered: boolean }[] = [
  { pattern: '(?<=caller: )[\\w-]{22}', name: 'caller', isNumbered: true },
  { pattern: '(?<=\\bauth:? )[\\w-]{22}', name: 'browser key', isNumbered: true },
  { pattern: '(?<=customer_phone )[\\w-]{32}', name: 'phone', isNumbered: true },
  { pattern: String.raw`v1\.[\w-]{38,}`, name: 'sealed', isNumbered: false },
  { pattern: String.raw`(?<=notice_id \w+:)[\w-]{24}`, name: 'notice', isNumbered: true },
  { pattern: String.raw`(?<=payment_notices \w+:)[\w-]{24}`, name: 'notice', isNumbered: true },
  { pattern: String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`, name: 'token', isNumbered: false },
  { pattern: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', name: 'id', isNumbered: true },
  { pattern: String.raw`\b[0-9a-f]{64}\b`, name: 'hash', isNumbered: true },
  { pattern: String.raw`http:\/\/127\.0\.0\.1:\d+`, name: 'server', isNumbered: true },
  { pattern: String.raw`[\w-]{26,}\.[\w-]{40,}`, name: 'ticket', isNumbered: false },
  {
    pattern: String.raw`(?<=qr_code_base64 |qr_code_base64 null → |qrCodeBase64: )(?!null )[\w+\/=]{20,}`,
    name: 'picture',
    isNumbered: true,
  },
  { pattern: String.raw`[\w-]{40,}={0,2}`, name: 'secret', isNumbered: true },
];
const ANY = new RegExp(DRAWN.map(({ pattern }) => `(${pattern})`).join('|'), 'g');

/** Gives names in the order in which what they are for appears. */
export function createNames() {
  const known = new Map<string, string>();
  const given = new Map<string, string>();
  const counts = new Map<string, number>();

  function nameOf(found: string, kind: number, isSeen: boolean): string {
    const earlier = known.get(found);
    if (earlier !== undefined) return earlier;
    const { name = '', isNumbered = false } = DRAWN[kind] ?? {};
    if (!isNumbered || !isSeen) return `<${name}>`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    known.set(found, `<${name} ${number}>`);
    return `<${name} ${number}>`;
  }

  /** `isSeen`: what appears here for the first time has its name from here on. */
  function named(text: string, isSeen = true): string {
    let plain = text;
    for (const [secret, name] of given) plain = plain.replaceAll(secret, `<${name}>`);
    return plain
      .replaceAll(ANY, (found, ...groups: unknown[]) =>
        nameOf(
          found,
          groups.findIndex((group) => group !== undefined),
          isSeen,
        ),
      )
      .replaceAll(INSTANT, (ms) => new Date(Number(ms)).toISOString().replace('.000Z', 'Z'));
  }

  return {
    named,
    /** A name of one's own, for what looks like nothing in particular. */
    give(secret: string, name: string): void {
      given.set(secret, name);
    },
  };
}

/** A value in one line, without the quotes and the fields that are null of JSON; a text that is JSON is read. */
export function written(value: unknown): string {
  if (typeof value === 'string') return writtenText(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}: ${written(one)}`)
      .join(', ')}}`;
  return String(value);
}

function writtenText(text: string): string {
  if (/^[[{]/.test(text)) {
    try {
      return written(JSON.parse(text));
    } catch {
      // A text that only looks like it.
    }
  }
  return text === '' || /^\s|\s$/.test(text) ? `'${text}'` : text.replaceAll('\n', String.raw`\n`);
}

/** Fields of a row or a body, each `name value`, those that are null left out. */
export const fieldsOf = (row: object): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key} ${written(value)}`)
    .join(' · ');

/** Broken where a person would, the lines after the first set in. */
export function wrapped(text: string, indent = '    '): string {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=[,·?]) /)) {
    if (line !== '' && line.length + piece.length > WIDTH) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${piece} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}
