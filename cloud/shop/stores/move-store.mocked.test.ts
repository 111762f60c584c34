// What a move to another relay says and leaves behind where it cannot be done, over two databases that the test holds. With real ones:
// tests/faults/moving.test.ts.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PERSON_KEY, personKeyPlace } from '../../storage/persons/person-key.ts';
import { seal } from '../../storage/sealing.ts';
import { moveStore } from './move-store.ts';

const STORE = '0193a000-0000-7000-8000-000000000001';
const FROM = 'postgres://balcao@here.example/balcao';
const TO = 'postgres://balcao@there.example/balcao';

type StoreRow = { seq: string; hash: string; host: string | null; isRevoked: boolean; isLeaving: boolean };
const { answerAt, statements, time } = vi.hoisted(() => ({
  time: { ms: 0 },
  answerAt: { rows: (_url: string, _text: string, _values: unknown[]): object[] => [] },
  statements: [] as { url: string; text: string; values: unknown[] }[],
}));
// What is waited for is done at once, and the clock says that the time has passed.
vi.mock('node:timers/promises', () => ({
  setTimeout(ms: number) {
    time.ms += ms;
    return Promise.resolve();
  },
}));
vi.mock('../../storage/postgres-servers.ts', () => ({
  openPostgresServers: (url: string) => ({
    client: () => ({
      on: () => undefined,
      connect: async () => undefined,
      end: async () => undefined,
      async query(asked: string | { text: string }, values: unknown[] = []) {
        const text = typeof asked === 'string' ? asked : asked.text;
        statements.push({ url, text, values });
        return { rows: answerAt.rows(url, text, values) };
      },
    }),
  }),
}));

const secretsKey = randomBytes(32);
const sealedKey = seal(secretsKey, personKeyPlace, 'the key of persons');
const HERE: StoreRow = { seq: '7', hash: 'a', host: 'acai.example', isRevoked: false, isLeaving: false };
/** The shop as it stands here. */
let here: StoreRow;
/** The shop as the relay over there knows it, and how many rows of it each table has there. */
let there: StoreRow | null;
let rowsThere: number;
/** The addresses of the other shops over there. */
let hostsThere: (string | null)[];
/** Whether each of the shops that it ever had was switched off there. */
let revokedThere: boolean[];
/** What the relay over there has written down of itself. */
let facts: Map<unknown, unknown>;
/** So many times something is written down there before the connection ends. */
let writesLeft: number;
let isBroken: boolean;
/** How many rows of its orders arrive at once. */
let arrived: number[];
/** The table whose rows arrive otherwise than they left. */
let spoiltTable: string | null;
/** How many rows of its orders are here. */
let ordersHere: number;
/** How often the first table that is fenced is held by somebody else, and what PostgreSQL says then. */
let busyTries: number;
let busyCode: string;
/** Whether no other command moves the shop, and by which version of the relay each database was made: null before its first start. */
let isAlone: boolean;
let versions: Record<string, string | null>;
/** What the relay was asked to do for the move. */
let asked: string[];
/** How long the shop's link lasts on after it was held; when it was looked at, and when the copying began. */
let linkLastsMs: number;
let lookedAtMs: number[];
let copiedAtMs: number | null;
beforeEach(() => {
  [here, there, rowsThere, hostsThere, isBroken, asked] = [HERE, null, 0, [], false, []];
  [revokedThere, writesLeft] = [[], Infinity];
  [spoiltTable, ordersHere, busyTries, busyCode] = [null, 0, 0, '55P03'];
  let ordersLeft = 0;
  [linkLastsMs, lookedAtMs, copiedAtMs, arrived] = [0, [], null, []];
  [isAlone, versions] = [true, { [FROM]: 'the same', [TO]: 'the same' }];
  vi.spyOn(performance, 'now').mockImplementation(() => time.ms);
  time.ms = 0;
  facts = new Map([[PERSON_KEY, sealedKey]]);
  statements.length = 0;
  answerAt.rows = (url, text, values) => {
    if (text.includes('pg_try_advisory_lock')) return [{ isMine: isAlone }];
    if (text.includes('__drizzle_migrations')) {
      if (versions[url] === null) throw new Error('relation "drizzle.__drizzle_migrations" does not exist');
      return [{ hash: versions[url] }];
    }
    if (text.startsWith('insert into relay_facts')) {
      if (writesLeft === 0) throw new Error('the connection ended');
      writesLeft -= 1;
      for (let at = 0; at < values.length; at += 2) facts.set(values[at], values[at + 1]);
    }
    const [value] = values;
    if (text.includes('from relay_facts')) {
      const found = url === TO ? facts.get(value) : value === PERSON_KEY ? sealedKey : undefined;
      return found === undefined ? [] : [{ value: found }];
    }
    if (text.startsWith('select seq')) return url === FROM ? [here] : there === null ? [] : [there];
    if (text.startsWith('select 1 from stores')) {
      const served = text.includes('revoked_at_ms is null')
        ? revokedThere.filter((isRevoked) => !isRevoked)
        : revokedThere;
      return served.map(() => ({}));
    }
    if (text.startsWith('select host from stores')) return hostsThere.map((host) => ({ host }));
    if (text.startsWith('select count(*)::int')) return [{ count: rowsThere }];
    if (text.startsWith('begin isolation level repeatable read')) copiedAtMs ??= time.ms;
    if (text.startsWith('select count(*) ||'))
      return [{ sum: url === TO && text.includes(`from "${spoiltTable}"`) ? '2 8' : '2 7' }];
    if (text.startsWith('create or replace trigger') && busyTries > 0) {
      busyTries -= 1;
      throw Object.assign(new Error('the table is held'), { code: busyCode });
    }
    if (text.startsWith('declare moved')) ordersLeft = text.includes('from "orders"') ? ordersHere : 0;
    const piece = /^fetch (\d+) from moved$/.exec(text)?.[1];
    if (piece !== undefined) {
      const rows = Array.from({ length: Math.min(Number(piece), ordersLeft) }, () => []);
      ordersLeft -= rows.length;
      return rows;
    }
    if (text.startsWith('insert into "orders"')) arrived.push((values[0] as unknown[]).length);
    if (isBroken && text.startsWith('declare moved')) throw new Error('the connection ended');
    return [];
  };
});
afterEach(() => void vi.restoreAllMocks());

const move = (key = secretsKey) =>
  moveStore({
    ...{ storeId: STORE, from: FROM, to: TO, secretsKey: key, clock: () => 1_800_000_000_000 },
    operator: {
      hold: async () => void asked.push('hold'),
      release: async () => void asked.push('release'),
      async isLinked() {
        lookedAtMs.push(time.ms);
        return time.ms < linkLastsMs;
      },
    },
  });

it.each<[string, () => void, string]>([
  ['that another command moves', () => void (isAlone = false), 'já está sendo mudada por outro comando'],
  ['that is switched off here', () => void (here = { ...HERE, isRevoked: true }), 'não tem essa loja'],
  [
    'to a relay that was never started',
    () => void (versions[TO] = null),
    'Inicie o relay de destino primeiro',
  ],
  ['to a relay of another version', () => void (versions[TO] = 'newer'), 'não são da mesma versão'],
  [
    'to a relay with another SECRETS_KEY',
    () => void facts.set(PERSON_KEY, seal(randomBytes(32), personKeyPlace, 'a key of its own')),
    'O relay de destino tem outra SECRETS_KEY',
  ],
])('a shop %s stays where it is, and the operator hears why', async (_what, given, words) => {
  given();
  await expect(move()).rejects.toThrow(words);
  expect(asked).toEqual([]);
  expect(statements.filter(({ text }) => /^(create|delete|update|insert|begin)/.test(text))).toEqual([]);
});

it('a shop does not move by a command that has not the SECRETS_KEY of its relay', async () => {
  await expect(move(randomBytes(32))).rejects.toThrow('SECRETS_KEY não abre os dados deste relay');
  expect(asked).toEqual([]);
});

it('a shop of which old data is at the other relay stays where it is, and the operator hears why', async () => {
  there = { ...here, isRevoked: true };
  rowsThere = 1;
  await expect(move()).rejects.toThrow('O relay de destino ainda guarda dados antigos desta loja.');
  expect(asked).toEqual([]);
});

it('a shop that the other relay has, and that never went there from here, is not taken for one that has arrived', async () => {
  there = here;
  await expect(move()).rejects.toThrow('O relay de destino já tem essa loja, e não veio daqui.');
  expect(asked).toEqual([]);
});

// A shop that has no address of its own is meant by any: beside another one customers would come to neither.
it.each<[string, string | null, (string | null)[]]>([
  ['that another one has there', 'acai.example', ['centro.example', 'acai.example']],
  ['beside one that has none', 'acai.example', [null]],
  ['of which it has none itself', null, ['centro.example']],
])('a shop does not move to an address %s', async (_name, host, others) => {
  [here, hostsThere] = [{ ...HERE, host }, others];
  await expect(move()).rejects.toThrow('O endereço desta loja já é de outra no relay de destino');
  expect(asked).toEqual([]);
});

it('a shop that has arrived, in a command that was cut off then, goes from here alone: nothing of it is copied again', async () => {
  here = { ...HERE, isLeaving: true };
  there = { ...HERE };
  expect(await move()).toEqual({ outcome: 'moved', rows: 0 });
  expect(asked).toEqual([]);
  const changed = (url: string): boolean =>
    statements.some((one) => one.url === url && /^(delete|update|insert|begin)/.test(one.text.trim()));
  expect([changed(FROM), changed(TO)]).toEqual([true, false]);
});

// It may have sold there since; there were fewer rows, it would be an older one that never came from here.
it.each([
  ['that sold there since has arrived', { seq: '8' }, 'moved'],
  ['of which less is there has not come from here', { seq: '6' }, 'não veio daqui'],
  ['that is on its way from there has not come from here', { isLeaving: true }, 'não veio daqui'],
])('a shop that was held here, and %s', async (_what, changes, expected) => {
  here = { ...HERE, isLeaving: true };
  there = { ...HERE, ...changes };
  const said = await move().then(
    ({ outcome }) => outcome,
    (error: Error) => error.message,
  );
  expect(said).toContain(expected);
});

it('a relay that serves nobody yet takes the key for persons, and until it is started anew nothing moves to it', async () => {
  facts.set(PERSON_KEY, seal(secretsKey, personKeyPlace, 'a key of its own'));
  expect(await move()).toEqual({ outcome: 'key-adopted' });
  expect(facts.get(PERSON_KEY)).toBe(sealedKey);
  await expect(move()).rejects.toThrow('ainda não foi reiniciado');
  expect(asked).toEqual([]);
});

// Until then it seals persons by the key that it has in memory.
it('a relay that took the key is started anew first, also where the command was cut off', async () => {
  facts.set(PERSON_KEY, seal(secretsKey, personKeyPlace, 'a key of its own'));
  writesLeft = 1;
  await move().catch(() => undefined);
  writesLeft = Infinity;
  await expect(move()).rejects.toThrow('ainda não foi reiniciado');
  expect(asked).toEqual([]);
});

it.each([
  ['that has only shops that were switched off takes the key too', [true], 'key-adopted'],
  ['that serves a shop keeps its own key', [true, false], 'O relay de destino já tem lojas'],
])('a relay %s', async (_what, revoked, expected) => {
  revokedThere = revoked;
  facts.set(PERSON_KEY, seal(secretsKey, personKeyPlace, 'a key of its own'));
  const said = await move().then(
    ({ outcome }) => outcome,
    (error: Error) => error.message,
  );
  expect(said).toContain(expected);
});

it('a shop whose rows cannot be copied is served on where it was', async () => {
  isBroken = true;
  await expect(move()).rejects.toThrow('the connection ended');
  expect(asked).toEqual(['hold', 'release']);
  const last = (url: string, start: string): number =>
    statements.findLastIndex((one) => one.url === url && one.text.trim().startsWith(start));
  expect(last(FROM, 'drop trigger')).toBeGreaterThan(last(FROM, 'create or replace trigger'));
  expect(last(TO, 'commit')).toBe(-1);
});

it.each([
  [199, [199]],
  [200, [200]],
  [401, [200, 200, 1]],
])('a shop with %i orders brings all of them, two hundred at once', async (orders, pieces) => {
  ordersHere = orders;
  expect(await move()).toEqual({ outcome: 'moved', rows: orders });
  expect(arrived).toEqual(pieces);
});

// The other relay gives them numbers of its own: what waits for the store keeps its turn by them.
it('what waits for the shop, and what was changed of its menu, is copied in its order', async () => {
  await move();
  for (const table of ['commands', 'doc_updates'])
    expect(statements.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(new RegExp(`^declare moved [^]* from "${table}" [^]* order by "position"$`)),
    );
});

it('a shop of which a table arrives otherwise than it left stays where it was, and the operator hears which', async () => {
  spoiltTable = 'wholesale_orders';
  await expect(move()).rejects.toThrow('wholesale_orders: 2 8 arrived, and 2 7 left (rows and their sum)');
  expect(asked).toEqual(['hold', 'release']);
  expect(statements.some(({ url, text }) => url === TO && text === 'commit')).toBe(false);
});

it.each([
  ['is free at the fortieth try is waited for', 39, '55P03', true],
  ['is not free by then ends the move', 40, '55P03', false],
  ['may not be changed ends it at once', 1, '42501', false],
])('a table that %s', async (_what, tries, code, moves) => {
  [busyTries, busyCode] = [tries, code];
  const outcome = await move().then(
    ({ outcome }) => outcome,
    (error: Error) => error.message,
  );
  expect([outcome, busyTries]).toEqual([moves ? 'moved' : 'the table is held', 0]);
  expect(asked).toEqual(moves ? ['hold'] : ['hold', 'release']);
});

it('a shop is copied once every process of the relay has heard, within three seconds, that it is held, and its link has ended', async () => {
  expect(await move()).toMatchObject({ outcome: 'moved' });
  expect([asked, copiedAtMs]).toEqual([['hold'], 3000]);
  [time.ms, copiedAtMs, asked, linkLastsMs] = [0, null, [], 20_000];
  expect(await move()).toMatchObject({ outcome: 'moved' });
  expect(asked).toEqual(['hold']);
  expect(copiedAtMs).toBeGreaterThanOrEqual(20_000);
  expect(copiedAtMs).toBeLessThanOrEqual(20_500);
});

it('a shop whose link does not end in half a minute is served on where it was, and nothing of it was copied', async () => {
  linkLastsMs = Infinity;
  await expect(move()).rejects.toThrow('A ligação da loja não terminou. Tente de novo.');
  expect([asked, copiedAtMs]).toEqual([['hold', 'release'], null]);
  expect(lookedAtMs[0]).toBe(3000);
  expect(lookedAtMs.at(-1)).toBeGreaterThanOrEqual(33_000);
  expect(lookedAtMs.at(-1)).toBeLessThan(34_000);
});

// What holds it is behind its fence by then: the relay could not write that down again.
it('a shop that a command before has left held is not held anew, and goes', async () => {
  here = { ...HERE, isLeaving: true };
  expect(await move()).toMatchObject({ outcome: 'moved' });
  expect([asked, copiedAtMs]).toEqual([[], 3000]);
});

it('a shop that a command before has left held is served on where it was when this one fails', async () => {
  [here, isBroken] = [{ ...HERE, isLeaving: true }, true];
  await expect(move()).rejects.toThrow('the connection ended');
  expect(asked).toEqual(['release']);
  const fence = statements.findLastIndex(({ text }) => text.trim().startsWith('create or replace trigger'));
  expect(statements.findLastIndex(({ text }) => text.trim().startsWith('drop trigger'))).toBeGreaterThan(
    fence,
  );
});

it('a shop that goes is fenced before it is copied; there it is held no more, and what is still to be paid is asked for at once', async () => {
  await move();
  const at = (url: string, start: string): number =>
    statements.findIndex((one) => one.url === url && one.text.trim().startsWith(start));
  expect(at(FROM, 'create or replace trigger')).toBeGreaterThan(-1);
  expect(at(FROM, 'create or replace trigger')).toBeLessThan(at(FROM, 'begin isolation level'));
  expect(statements[at(TO, 'update stores set leaving_at_ms = null')]?.values).toEqual([STORE]);
  expect(statements[at(TO, 'update payment_attempts')]?.values).toEqual([
    ...[STORE, 1_800_000_000_000, ['created', 'pending', 'in_process']],
  ]);
  const kept = statements.findLastIndex((one) => one.url === TO && one.text === 'commit');
  expect(kept).toBeGreaterThan(at(TO, 'update payment_attempts'));
  // Only when it is there for good is it forgotten here.
  expect(at(FROM, 'delete from')).toBeGreaterThan(kept);
  // Its name is free here for another shop.
  expect(statements[at(FROM, 'update stores set revoked_at_ms')]?.text).toContain('host = null');
});
