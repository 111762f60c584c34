// A way through screens as a text that is kept beside its test: each step as it looks (`outline.ts`), and where a test asks for it what
// was sent, what the device keeps, and the address. Whoever changes what is said reads the difference.
import { outlineOf } from './outline.ts';
import type { Screen } from './screen.ts';

/** What was asked of the server, as `screen.ts` and `shop.ts` write it down. */
type Asked = readonly { route: string; body?: unknown; proof?: string | null }[];
/** What a step tells beside the screen: what was sent since the step before, what the device keeps now, where the router stands. */
type Beside = {
  sent?: Asked;
  kept?: ReadonlyMap<string, string>;
  address?: boolean;
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** As a device makes them up to prove later that an order is its own. */
const SECRET = /\b[0-9a-f]{48}\b/g;
/** How React tells apart what it draws. */
const DRAWN = /\b_r_[0-9a-z]+_/g;
const LINE_MAX = 180;

/** Steps, each whole at first and then what has changed since the one before. */
export function createWalk() {
  const lines: string[] = [];
  let before: string[] = [];
  let kept: ReadonlyMap<string, string> = new Map();
  const told = new WeakMap<Asked, number>();
  /** What the list has more than when it was last told; a list that was emptied begins anew. */
  const newIn = (sent: Asked): Asked => {
    const from = told.get(sent) ?? 0;
    told.set(sent, sent.length);
    return sent.slice(from > sent.length ? 0 : from);
  };
  return {
    see: (step: string, screen: Pick<Screen, 'body' | 'path'>, beside: Beside = {}): void => {
      const now = outlineOf(screen);
      const changes = changesOf(before, now);
      const isOther = changes.length > now.length * 0.6;
      before = now;
      lines.push('', `## ${step}`, ...(isOther ? now : changes.length === 0 ? ['(the same)'] : changes));
      if (beside.address === true) lines.push(`address: ${screen.path()}`);
      if (beside.sent !== undefined) lines.push(...newIn(beside.sent).flatMap(sentLines));
      if (beside.kept !== undefined) {
        lines.push(...keptLines(kept, beside.kept));
        kept = new Map(beside.kept);
      }
    },
    /** A line of the test's own above the steps that follow; the first of them is whole. */
    note: (line: string): void => {
      lines.push('', `# ${line}`);
      before = [];
    },
    text: (): string => withNames(`${lines.join('\n').trim()}\n`),
  };
}

/** Ids and secrets that are drawn by lot have names, in their order. */
export const withNames = (text: string): string =>
  text.replaceAll(UUID, namer('id')).replaceAll(SECRET, namer('secret')).replaceAll(DRAWN, namer('drawn'));

/** The first that it is asked of is number 1, and so again wherever it stands. */
function namer(kind: string): (drawn: string) => string {
  const names = new Map<string, string>();
  return (drawn) => {
    const name = names.get(drawn) ?? `<${kind} ${names.size + 1}>`;
    names.set(drawn, name);
    return name;
  };
}

const sentLines = ({ route, body, proof }: Asked[number]): string[] => [
  `sent ${route}${typeof proof === 'string' ? ` (${proof})` : ''}`,
  ...(body === undefined ? [] : valueLines('body', body).map((line) => `  ${line}`)),
];

const keptLines = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] => [
  ...[...now]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .filter(([key, value]) => before.get(key) !== value)
    .flatMap(([key, value]) => valueLines(`keeps ${key}`, parsed(value))),
  ...[...before.keys()]
    .toSorted()
    .filter((key) => !now.has(key))
    .map((key) => `forgets ${key}`),
];

/** What a text says as JSON, or else the text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A value in one line, or where that is long a line for each of its fields. */
function valueLines(name: string, value: unknown): string[] {
  const line = `${name}: ${JSON.stringify(value) ?? 'nothing'}`;
  if (typeof value !== 'object' || value === null || line.length <= LINE_MAX) return [line];
  const fields: [string, unknown][] = Object.entries(value);
  return [`${name}:`, ...fields.flatMap(([key, of]) => valueLines(key, of)).map((one) => `  ${one}`)];
}

/** What went (-) and what came (+), beside the longest run of lines that both have. */
export function changesOf(before: readonly string[], now: readonly string[]): string[] {
  const width = now.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        before[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    const [went, came] = [before[i], now[j]];
    if (went === came) [i, j] = [i + 1, j + 1];
    else if (came === undefined || (went !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      changes.push(`- ${went ?? ''}`);
      i += 1;
    } else {
      changes.push(`+ ${came}`);
      j += 1;
    }
  }
  return changes;
}
