// Wholesale orders: each is placed once, keeps its number and its total, goes its way step by step, and ends alike on both sides.
import { groupBy, type Event, type Finding, type History, type Sale } from './history.ts';

const SERVER_ERROR = 500;
const NEXT: Record<string, Record<string, string>> = {
  start: { NOVO: 'EM_ANDAMENTO', EM_ANDAMENTO: 'EM_ANDAMENTO' },
  finish: { EM_ANDAMENTO: 'FINALIZADO', FINALIZADO: 'FINALIZADO' },
  cancel: { NOVO: 'CANCELADO', EM_ANDAMENTO: 'CANCELADO', CANCELADO: 'CANCELADO' },
};

type Said = Extract<Event, { type: 'wholesale' }>;
type Final = Extract<Event, { type: 'wholesale-final' }>;

export function judgeWholesale(history: History): Finding[] {
  const said = history.flatMap((event) => (event.type === 'wholesale' ? [event] : []));
  const finals = groupBy(
    history.flatMap((event) => (event.type === 'wholesale-final' ? [event] : [])),
    ({ order }) => order,
  );
  const isWhole = !history.some((event) => event.type === 'fault' && event.what === 'writes-lost');
  const texts = [...groupBy(said, ({ order }) => order)].flatMap(([order, own]) => [
    ...ofName(order, own),
    ...(isWhole ? ofWay(order, own, finals.get(order) ?? []) : []),
  ]);
  for (const [order, both] of finals) texts.push(...ofBothSides(order, both));
  texts.push(...ofNumbers(said));
  return [...new Set(texts)].map((text) => ({ kind: 'wholesale', text }));
}

/** The store answers, and one order is always the same one. */
function ofName(order: string, own: readonly Said[]): string[] {
  const names = new Set(own.flatMap(({ sale }) => (sale === null ? [] : [nameOf(sale)])));
  return [
    ...(names.size > 1 ? [`wholesale order ${order} was answered as ${[...names].join(' and as ')}`] : []),
    ...own
      .filter(({ host, status }) => host === 'store' && status >= SERVER_ERROR)
      .map(({ did, status }) => `the store answered '${did}' of wholesale order ${order} with ${status}`),
  ];
}

/** Staff take one step after another, and what they were answered is how it stands in the end. */
function ofWay(order: string, own: readonly Said[], finals: readonly Final[]): string[] {
  // One that is given up is called off at any time.
  if (finals.some(({ state }) => state === 'given-up')) return [];
  const texts: string[] = [];
  let status: string | null = null;
  for (const { did, sale, status: code } of own) {
    if (did === 'place') {
      if (sale !== null) status ??= 'NOVO';
      continue;
    }
    const next: string | undefined = NEXT[did]?.[status ?? 'NOVO'];
    if (code === 200 && sale?.status !== next)
      texts.push(`wholesale order ${order} was ${status ?? 'NOVO'}, and '${did}' made it ${sale?.status}`);
    if (code === 200) status = sale?.status ?? null;
  }
  const store = finals.find(({ host }) => host === 'store')?.sale;
  if (status !== null && finals.length > 0 && store?.status !== status)
    texts.push(
      `wholesale order ${order} was ${status}, and in the end the store has it as ${store?.status ?? 'none'}`,
    );
  return texts;
}

function ofBothSides(order: string, both: readonly Final[]): string[] {
  const store = both.find(({ host }) => host === 'store');
  const relay = both.find(({ host }) => host === 'relay');
  if (relay?.state === 'waiting') return [`wholesale order ${order} still waits at the end`];
  if (relay?.state === 'given-up')
    return store?.sale === null || store?.sale?.status === 'CANCELADO'
      ? []
      : [`wholesale order ${order} was given up, and at the end the store has it as ${store?.sale?.status}`];
  return told(store?.sale) === told(relay?.sale)
    ? []
    : [
        `at the end the relay has wholesale order ${order} as ${told(relay?.sale)} and the store as ${told(store?.sale)}`,
      ];
}

function ofNumbers(said: readonly Said[]): string[] {
  const holders = new Map<number, string>();
  return said.flatMap(({ order, sale }) => {
    if (sale === null) return [];
    const holder = holders.get(sale.number) ?? order;
    holders.set(sale.number, holder);
    return holder === order
      ? []
      : [`wholesale number ${sale.number} is order ${holder}'s and order ${order}'s`];
  });
}

const nameOf = ({ number, totalCents }: Sale): string => `nº ${number}, ${totalCents} centavos`;
const told = (sale: Sale | null | undefined): string => (sale ? `${nameOf(sale)}, ${sale.status}` : 'none');
