// What the audit says of changes that were made on the relay: by whom, when, and each once. With a relay: tests/contract/afar.
import { expect, it } from 'vitest';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import type { Actor } from '../../shop/audit/audit.ts';
import { openDatabase } from '../../storage/open.ts';
import { createRemoteEdits } from './edits.ts';

const NOW_MS = 1_800_000_000_000;
const idOf = (at: number): string => `0199d2a8-0000-7000-8000-00000000000${at}`;
const editOf = (at: number, changes: Partial<RemoteEdit> = {}): RemoteEdit => ({
  id: idOf(at),
  atMs: NOW_MS - at * 60_000,
  assertion: 'lucia',
  kind: 'sizes',
  entryId: 'g',
  before: { name: 'Grande', priceCents: 2500 },
  after: { priceCents: 2900 },
  ...changes,
});

type Line = { userName: string | null; subject: string; action: string; atMs: number | undefined };

function open(name = 'Dona Lúcia') {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const lines: Line[] = [];
  const decided: object[] = [];
  const edits = createRemoteEdits({
    db,
    clock: () => NOW_MS,
    menu: { catalog: () => ({ categories: [], wholesaleCategories: [] }) } as never,
    audit: {
      record: ({ userName }: Actor, subject: string, action: string, _text: string, atMs?: number) =>
        void lines.push({ userName, subject, action, atMs }),
    } as never,
    assertions: {
      verify: (assertion: string) => Promise.resolve(assertion === 'lucia' ? { sub: 'u1', name } : null),
    } as never,
    remotePrices: {
      applyPrice: (price: object, _name: string, alsoWrite: (text: string | null) => void) => {
        decided.push(price);
        alsoWrite(null);
      },
    } as never,
  });
  return { ...edits, lines, decided };
}

it('each stands there once, as of when it was made, however often it is sent and whatever came before it', async () => {
  const { recordEdits, lines } = open();
  await recordEdits([editOf(1)]);
  await recordEdits([editOf(1), editOf(2, { before: null, after: { name: 'Copo', priceCents: 100 } })]);
  expect(lines).toEqual([
    { userName: 'Dona Lúcia', subject: 'menu', action: 'change', atMs: NOW_MS - 60_000 },
    { userName: 'Dona Lúcia', subject: 'menu', action: 'create', atMs: NOW_MS - 120_000 },
  ]);
});

it('one by nobody whom the store knows says so', async () => {
  const { recordEdits, lines } = open();
  await recordEdits([editOf(1, { assertion: 'forged' })]);
  expect(lines.map(({ userName }) => userName)).toEqual(['alguém que a loja não reconhece']);
});

it('a price is decided about only where the relay left it to the store', async () => {
  const { recordEdits, lines, decided } = open();
  await recordEdits([
    editOf(1),
    editOf(2, { held: true }),
    editOf(3, { held: true, after: { name: 'Maior' } }),
  ]);
  expect(decided).toEqual([
    {
      ...{ kind: 'sizes', id: 'g', seenCents: 2500, wantedCents: 2900 },
      ...{ by: 'Dona Lúcia', atMs: NOW_MS - 120_000 },
    },
  ]);
  expect(lines).toHaveLength(3);
});

it('a price is decided about whoever it is by, and a name that fills the line is cut', async () => {
  const { recordEdits, decided } = open('L'.repeat(300));
  await recordEdits([editOf(1, { held: true })]);
  expect(decided).toMatchObject([{ wantedCents: 2900, by: 'L'.repeat(200) }]);
});
