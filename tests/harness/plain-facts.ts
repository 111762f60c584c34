// Any value in plain text for approved texts: one line for each object of it, secrets and ids by names, instants as a clock in the shop
// shows them. Knows no shape, so that a field that is new or gone shows by itself.

/** What stands at a place of a value, such as `items[<id 2>].priceCents`. */
type Fact = { group: string; name: string; text: string };
export type Facts = Map<string, Fact>;

export type Namer = ReturnType<typeof createNamer>;

const HOURS_WEST = 3;
const WIDTH = 150;
const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;
const HASH = /\b[\da-f]{64}\b/g;
/** Random text as tokens are: long, and with letters of both kinds or ciphers among them. */
const SECRET = /(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}(?:\.[\w-]{20,})*(?![\w-])/g;
/** A key of sixteen or 32 bytes: one in forty has no cipher. */
const KEY = /(?<![\w.-])(?=[\w-]*[A-Z]{2})(?=[\w-]*[a-z])(?:[\w-]{22}|[\w-]{43})(?:\.[\w-]{20,})*(?![\w-])/g;
/** As better-auth makes ids and tokens: now and then without a cipher. */
const LETTERS = /(?<![\w.-])(?=[a-zA-Z]*[A-Z])(?=[a-zA-Z]*[a-z])[a-zA-Z]{30,}(?![\w.-])/g;
const PASSWORD = /\$argon2id\$[\w=,]+\$[\w=,]+\$[\w+/]+\$[\w+/]+/g;
/** Of a copy's name, behind the minute that it was made in. */
const COPY = /(?<=-\d{4}-\d{2}-\d{2}-\d{4}-)[\da-f]{4}(?=[-.])/g;
const SEALED = /\b2\.[\w-]{40,}/g;
/** Fields whose short value is made by chance. */
const CODES = new Set(['code', 'claim', 'token']);
/** Fields that are random text, though now and then without a cipher or a letter of one kind. */
const SECRETS = /(?:token|ticket|claim|caller|secret|codificado)$/i;
/** One that the store thought of. */
const GIVEN_PASSWORD = /^(?:[\dA-Z]{5}-)+[\dA-Z]{5}$/;

/** Names what is made by chance in the order in which it shows up: `<id 1>`, `<hash 2>`, `<code 1>`. */
export function createNamer() {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (kind: string, text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(text, `<${kind} ${count}>`);
    return `<${kind} ${count}>`;
  };
  const words = new Map<string, string>();

  return {
    /** From now on this word is known as `<kind n>` wherever it stands, in small letters too and as paper has it. */
    learn(kind: string, word: string): void {
      const name = nameOf(kind, word);
      const onPaper = word.replace(/^(.{5})(.{5})$/, '$1-$2');
      for (const written of [word, word.toLowerCase(), onPaper]) words.set(written, name);
    },
    named(text: string): string {
      let plain = text
        .replaceAll(SEALED, '<sealed>')
        .replaceAll(COPY, (part) => nameOf('copy', part))
        .replaceAll(PASSWORD, (password) => nameOf('password', password))
        .replaceAll(UUID, (id) => nameOf('id', id))
        .replaceAll(HASH, (hash) => nameOf('hash', hash))
        .replaceAll(SECRET, (secret) => words.get(secret) ?? nameOf('secret', secret))
        .replaceAll(KEY, (secret) => words.get(secret) ?? nameOf('secret', secret))
        .replaceAll(LETTERS, (secret) => nameOf('secret', secret));
      // Also where the name of a PIX of a part of an order goes on with the part's.
      for (const [word, name] of words)
        if (plain.includes(word))
          plain = plain.replaceAll(new RegExp(`(?<![\\w<])${word}(?=(?:[\\dA-Z]{15})?(?!\\w))`, 'g'), name);
      return plain;
    },
  };
}

/** The instant as a clock three hours west of Greenwich shows it, whatever the process's own zone is. */
export function instantText(ms: number): string {
  const text = new Date(ms - HOURS_WEST * 3_600_000).toISOString().replace('T', ' ');
  return text.slice(0, ms % 1000 === 0 ? 19 : 23);
}

const isInstant = (value: number): boolean => value > 1.5e12 && value < 2.3e12;
const isPlainWord = (text: string): boolean =>
  /^[^\s,"{}[\]]+$/.test(text) && !/^(?:-?\d+(?:\.\d+)?|true|false|null)$/.test(text);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** A text that holds JSON is read as what it holds. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    const inside: unknown = JSON.parse(value);
    return inside;
  } catch {
    return value;
  }
}

/** No word that a test wrote. */
const isRandom = (text: string): boolean => /^[\w-]{22,}$/.test(text) && /[A-Z]/.test(text);

/** The text at a place of an answer, such as `textAt(body, 'order', 'code')`; throws where none is. */
export function textAt(value: unknown, ...names: string[]): string {
  let one = value;
  for (const name of names) one = isRecord(one) ? one[name] : undefined;
  if (typeof one === 'string' || typeof one === 'number') return String(one);
  throw new Error(`no text at ${names.join('.')} of ${JSON.stringify(value)}`);
}

/** Every place of the value, in its own order. */
export function factsOf(value: unknown, namer: Namer): Facts {
  const facts: Facts = new Map();
  const put = (group: string, name: string, text: string): void =>
    void facts.set(group === '' ? name : `${group}.${name}`, { group, name, text });
  const scalar = (one: unknown): string => {
    if (typeof one === 'number' && isInstant(one)) return instantText(one);
    if (one instanceof Uint8Array) return `<${one.length} bytes>`;
    if (typeof one !== 'string') return String(one);
    const text = namer.named(one);
    return isPlainWord(text) || /^<[a-z]+ \d+>$/.test(text) ? text : JSON.stringify(text);
  };
  const walk = (group: string, name: string, given: unknown): void => {
    const one = opened(given);
    const at = name.startsWith('[') ? `${group}${name}` : group === '' ? name : `${group}.${name}`;
    if (typeof one === 'string' && CODES.has(name) && /^[\dA-Z]{6,10}$/.test(one)) namer.learn('code', one);
    if (typeof one === 'string' && SECRETS.test(name) && isRandom(one)) namer.learn('secret', one);

    // What copies carry, of this database's own facts.
    if (name === 'value' && typeof one === 'string' && /^[\da-f]{6}$/.test(one)) namer.learn('mark', one);
    if (name === 'password' && typeof one === 'string' && GIVEN_PASSWORD.test(one))
      namer.learn('given password', one);
    if (Array.isArray(one) && one.some((part) => isRecord(part) || Array.isArray(part))) {
      const named = new Map<string, number>();
      const keys = one.map((part: unknown, index) => {
        if (!isRecord(part) || (typeof part['id'] !== 'string' && typeof part['id'] !== 'number'))
          return String(index);
        // The same topping in two layers is two parts.
        const id = scalar(part['id']);
        const nth = (named.get(id) ?? 0) + 1;
        named.set(id, nth);
        return nth === 1 ? id : `${id} ${nth}`;
      });
      one.forEach((part: unknown, index) => walk(at, `[${keys[index] ?? ''}]`, part));
      put(at, '(order)', keys.join(' '));
    } else if (Array.isArray(one)) put(group, name, `[${one.map(scalar).join(', ')}]`);
    else if (isRecord(one) && Object.keys(one).length > 0)
      for (const [key, part] of Object.entries(one)) walk(at, namer.named(key), part);
    else put(group, name, isRecord(one) ? '{}' : scalar(one));
  };
  walk('', '', value);
  return facts;
}

/** As text, the places of one object beside each other. */
export function factLines(facts: Iterable<Fact>, first: string, rest = '    '): string[] {
  const lines: string[] = [];
  let line = first;
  let group: string | null = null;
  for (const fact of facts) {
    if (fact.name === '(order)') continue;
    const label = group === fact.group ? ', ' : `${fact.group === '' ? '' : `${fact.group}: `}`;
    const word = `${fact.name} ${fact.text}`.trim();
    const isNew = group !== fact.group ? group !== null : line.length + word.length > WIDTH;
    if (isNew) {
      lines.push(line);
      line = `${rest}${group === fact.group ? '  ' : label}${word}`;
    } else line += label + word;
    group = fact.group;
  }
  return [...lines, line];
}

/** What differs between two readings of the same thing, a line for each place. */
export function differenceLines(before: Facts, after: Facts, indent = '    '): string[] {
  const lines: string[] = [];
  const added = [...after].filter(([path]) => !before.has(path)).map(([, fact]) => fact);
  for (const [path, { text }] of before) {
    const now = after.get(path);
    if (now !== undefined && now.text !== text) lines.push(`${indent}${path}: ${text} → ${now.text}`);
  }
  const gone = [...before].filter(([path, { name }]) => !after.has(path) && name !== '(order)');
  const goneGroups = new Map<string, string[]>();
  for (const [, { group, name }] of gone) goneGroups.set(group, [...(goneGroups.get(group) ?? []), name]);
  for (const [group, names] of goneGroups)
    lines.push(`${indent}- ${group === '' ? '' : `${group}: `}${names.join(', ')}`);
  if (added.length > 0) lines.push(...factLines(added, `${indent}+ `, `${indent}+ `));
  return lines;
}
