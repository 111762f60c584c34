// The table of who may ask what as a page of the documentation.
import { CALLERS, RELAY, STORE, type Caller, type Row, type Way, type Who } from './table.ts';

const NAMES: Record<Caller, string> = {
  none: 'nobody known',
  'no role': 'account without a role',
  KITCHEN: 'KITCHEN',
  ATTENDANT: 'ATTENDANT',
  WHOLESALE: 'WHOLESALE',
  ADMIN: 'ADMIN',
  customer: 'its customer',
  'other session': 'session of another store',
  'other device': 'device of another store',
  'own device': 'the store’s device',
  relay: 'the relay',
};

const wordsOf = (who: Who | undefined): string =>
  who === undefined
    ? '–'
    : typeof who === 'string'
      ? who
      : CALLERS.filter((caller) => who.includes(caller))
          .map((caller) => NAMES[caller])
          .join(', ');

const tableOf = (rows: Record<string, Row>, ways: readonly Way[]): string =>
  [
    `| route | ${ways.join(' | ')} |`,
    `|---|${ways.map(() => '---|').join('')}`,
    ...Object.entries(rows).map(
      ([route, row]) => `| \`${route}\` | ${ways.map((way) => wordsOf(row[way])).join(' | ')} |`,
    ),
  ].join('\n');

export const accessDocument = (): string => `# Who may ask what

Made from \`tests/contract/access/table.ts\` by its test, which asks every route as everybody and fails when a route has no row here
(\`npx vitest run --project=contract tests/contract/access -u\` writes this page again).

Everybody asks: ${CALLERS.map((caller) => NAMES[caller]).join(', ')}. Who is not named is refused: 401 signed out or unproven, 403 not
allowed, 404 where even that there is something is not told. “–” means that the way does not lead there. An upgrade at \`/link\` or
\`/link/document\` wants the store's device.

## The store

${tableOf(STORE, ['LAN', 'the tunnel', 'the link'])}

## The relay

${tableOf(RELAY, ['the public port', 'the operator’s port'])}
`;
