// The judge of wholesale is judged: an order from its buyer to its end, and what none could be.
import { expect, it } from 'vitest';
import { audit } from './audit.ts';
import type { Event, History, Sale } from './history.ts';
import { story } from './histories.ts';

type Final = Extract<Event, { type: 'wholesale-final' }>;
const sale = (change: Partial<Sale> = {}): Sale => ({
  number: 1,
  totalCents: 12_000,
  status: 'NOVO',
  ...change,
});
const did = (what: string, shown: Sale | null, status = 200, order = 'w1') =>
  ({
    type: 'wholesale',
    host: what === 'place' ? 'relay' : 'store',
    order,
    did: what,
    status,
    sale: shown,
  }) as const;
const placed = did('place', sale(), 201);
const started = did('start', sale({ status: 'EM_ANDAMENTO' }));
const ends = (store: Sale | null, relay: Sale | null = store, state: Final['state'] = 'placed'): Final[] => [
  { type: 'wholesale-final', host: 'store', order: 'w1', sale: store, state: 'placed' },
  { type: 'wholesale-final', host: 'relay', order: 'w1', sale: relay, state },
];
const told = (history: History): string[] =>
  audit(history)
    .filter(({ kind }) => kind === 'wholesale')
    .map(({ text }) => text);

it.each<[string, History]>([
  [
    'an order that was sent twice and goes its way',
    story()
      .saw(did('place', null, 202), placed, started, did('place', sale(), 201))
      .stands(...ends(sale({ status: 'EM_ANDAMENTO' })))
      .told(),
  ],
  [
    'a step that is refused',
    story()
      .saw(placed, did('finish', null, 409))
      .stands(...ends(sale()))
      .told(),
  ],
  [
    'an order that was given up and called off',
    story()
      .saw(did('place', null, 202))
      .stands(...ends(sale({ status: 'CANCELADO' }), null, 'given-up'))
      .told(),
  ],
])('the judge takes %s', (_name, history) => {
  expect(told(history)).toEqual([]);
});

it.each<[string, History]>([
  [
    'one order under two numbers',
    story()
      .saw(placed, did('place', sale({ number: 2 }), 201))
      .told(),
  ],
  [
    'two orders under one number',
    story()
      .saw(placed, did('place', sale(), 201, 'w2'))
      .told(),
  ],
  [
    'a total that changes',
    story()
      .saw(placed, did('place', sale({ totalCents: 1 }), 201))
      .told(),
  ],
  [
    'a step left out',
    story()
      .saw(placed, did('finish', sale({ status: 'FINALIZADO' })))
      .told(),
  ],
  [
    'a step that is lost',
    story()
      .saw(placed, started)
      .stands(...ends(sale()))
      .told(),
  ],
  [
    'an older word at the relay',
    story()
      .saw(placed)
      .stands(...ends(sale({ status: 'CANCELADO' }), sale()))
      .told(),
  ],
  [
    'an order that the relay has not',
    story()
      .saw(placed)
      .stands(...ends(sale(), null))
      .told(),
  ],
  [
    'one that waits for ever',
    story()
      .saw(did('place', null, 202))
      .stands(...ends(null, null, 'waiting'))
      .told(),
  ],
  [
    'one that is given up and made all the same',
    story()
      .saw(did('place', null, 202))
      .stands(...ends(sale(), null, 'given-up'))
      .told(),
  ],
  [
    'an error of the store',
    story()
      .saw(placed, did('start', null, 500))
      .told(),
  ],
])('the judge finds %s', (_name, history) => {
  expect(told(history)).not.toEqual([]);
});
