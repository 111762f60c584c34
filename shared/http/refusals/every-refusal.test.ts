// Every refusal of every noun as it goes over HTTP: status, name, title, sentence and facts, as an approved text. What the words of the spec
// are is tested beside.
import { expect, it } from 'vitest';
import type { Refusals } from '../contract.ts';
import type { Problem } from '../problem.ts';
import * as backups from './backups.ts';
import * as cash from './cash.ts';
import * as catalog from './catalog.ts';
import * as copies from './copies.ts';
import * as counterPix from './counter-pix.ts';
import * as firstRun from './first-run.ts';
import * as held from './held.ts';
import * as help from './help.ts';
import * as images from './images.ts';
import * as link from './link.ts';
import * as notifications from './notifications.ts';
import * as orderRoutes from './order-routes.ts';
import * as order from './order.ts';
import * as pairing from './pairing.ts';
import * as payment from './payment.ts';
import * as printing from './printing.ts';
import * as recoverySheet from './recovery-sheet.ts';
import * as relay from './relay.ts';
import * as restore from './restore.ts';
import * as shop from './shop.ts';
import * as terminal from './terminal.ts';
import * as tracking from './tracking.ts';
import * as tv from './tv.ts';
import * as update from './update.ts';
import * as users from './users.ts';

const NOUNS: Readonly<Record<string, object>> = {
  backups,
  cash,
  catalog,
  copies,
  'counter-pix': counterPix,
  'first-run': firstRun,
  held,
  help,
  images,
  link,
  notifications,
  'order-routes': orderRoutes,
  order,
  pairing,
  payment,
  printing,
  'recovery-sheet': recoverySheet,
  relay,
  restore,
  shop,
  terminal,
  tracking,
  tv,
  update,
  users,
};

const isTable = (value: unknown): value is Refusals<never> =>
  typeof value === 'object' && value !== null && 'examples' in value;

const lineOf = ({ type: _type, status, code, title, detail, ...facts }: Problem): string =>
  [
    `${status} ${code}: ${title}. ${detail}`.replaceAll(/\s/g, ' '),
    ...(Object.keys(facts).length === 0 ? [] : [JSON.stringify(facts)]),
  ].join(' ');

it('each refusal has the status and the words that were approved', async () => {
  const said = new Set<string>();
  const lines = Object.entries(NOUNS).flatMap(([noun, exported]) =>
    Object.entries(exported).flatMap(([name, table]: [string, unknown]) => {
      if (!isTable(table)) return [];
      // A table that was joined from others says again what they say.
      const rows = table.examples.map(lineOf).filter((line) => !said.has(line));
      for (const row of rows) said.add(row);
      return ['', `## ${noun}: ${name}`, `knows: ${[...table.codes].join(', ')}`, ...rows];
    }),
  );
  await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('./approved/refusals.txt');
});

const PRICE = { code: 'price-differs', kind: 'sizes', id: 'p', name: 'Pequeno' } as const;
const CENTS = { seenCents: 1500, storedCents: 1700, wantedCents: 1600 };

it.each([
  ['unconfirmed', 'Este PIX ainda não foi confirmado.'],
  ['proved', 'O Mercado Pago confirma que este PIX chegou.'],
  ['received', 'Este PIX já foi marcado como recebido.'],
  ['not-received', 'Este PIX já foi marcado como não recebido.'],
  ['called-off', 'O pedido deste PIX foi cancelado.'],
] as const)('a PIX that is %s already says so', (state, detail) => {
  expect(counterPix.PIX_WORD_REFUSALS.problemOf({ code: 'settled', state })).toMatchObject({ detail, state });
});

it.each([
  ['currency', 'O pagamento não é em reais.'],
  ['payee', 'O dinheiro foi para outra conta do Mercado Pago.'],
  ['reference', 'No Mercado Pago o pagamento é de outro pedido.'],
] as const)('money that still differs in its %s says in what', (difference, words) => {
  const { detail } = payment.ACCEPT_REFUSALS.problemOf({ code: 'still-different', difference });
  expect(detail).toBe(`${words} Devolva, ou confira no Mercado Pago.`);
});

it.each([
  [0, 'Você digitou R$ 16,00: escolha um dos dois.'],
  [1, 'e mais um preço mudou. Nada foi mudado: confira os preços de agora.'],
  [2, 'e mais 2 preços mudaram. Nada foi mudado: confira os preços de agora.'],
])('a price that another wrote, and %i others, are told together', (others, end) => {
  const { detail } = catalog.ENTRIES_REFUSALS.problemOf({ ...PRICE, ...CENTS, others });
  const plain = detail.replaceAll(/\s/g, ' ');
  expect(plain).toMatch(/^Outra pessoa mudou o preço de Pequeno para R\$ 17,00[.,] /);
  expect(plain).toContain(end);
});

it.each([
  ['pix', 'com PIX'],
  ['credit_card', 'com cartão de crédito'],
  ['debit_card', 'com cartão de débito'],
  ['cash', 'em dinheiro'],
  ['pix_manual', 'com PIX no balcão'],
  ['terminal', 'na maquininha'],
] as const)('an order that was paid by %s before says how', (method, words) => {
  const { detail } = order.problemOf({ code: 'paid-otherwise', method });
  expect(detail).toContain(`já foi pago ${words}. Nada foi registrado agora`);
});
