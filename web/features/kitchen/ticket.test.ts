// What the kitchen reads on a card.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changedKey } from '../../data/staff/board/seen-news.ts';
import { openScreen } from '../../testing/screen.ts';
import { Ticket } from './ticket.tsx';

it('a card says when the order was made, by the clock of the shop', () => {
  const order = {
    ...sampleOrder(),
    status: 'RECEBIDO' as const,
    panelNumber: 7,
    createdAtMs: Date.parse('2026-11-21T18:04:59-03:00'),
  };
  const html = renderToStaticMarkup(
    createElement(Ticket, {
      card: { order, tappedAtMs: null, past: false },
      now: order.createdAtMs + 61_000,
      limits: { warnMinutes: 10, lateMinutes: 20 },
      isNew: false,
      hasMoved: false,
      keyNumber: null,
      bumped: [],
      onBump: () => {},
      onSee: () => {},
      onOpen: () => {},
    } as unknown as ComponentProps<typeof Ticket>),
  );
  const words = html.replaceAll(/<[^>]+>/g, ' ');
  expect(words).toContain('18:04');
  expect(words).toContain('1 min');
});

describe('a card on the board is drawn anew', () => {
  afterEach(() => void vi.useRealTimers());
  type Props = ComponentProps<typeof Ticket>;
  const NOW = Date.parse('2026-11-21T18:20:00-03:00');
  const sold = sampleOrder({
    status: 'PREPARING',
    panelNumber: 7,
    createdAtMs: NOW - 570_000,
    receivedAtMs: NOW - 540_000,
  });
  const addedIds = sold.items.map(({ id }) => id);
  const change = { id: 'more', atMs: NOW, addedIds, takenOff: [], inKitchen: true };
  const card: Props['card'] = { order: { ...sold, changes: [change] }, tappedAtMs: null, past: false };
  const nothing = (): void => {};
  const GIVEN: Props = {
    ...{ card, now: NOW, limits: { warnMinutes: 10, lateMinutes: 20 }, isNew: false, hasMoved: false },
    ...{ keyNumber: null, bumped: [], onBump: nothing, onSee: nothing, onOpen: nothing },
  };
  const open = async (before: Partial<Props> = {}) => {
    const propsAtom = atom<Props>({ ...GIVEN, ...before });
    const store = createStore();
    const Drawn = () => createElement(Ticket, useAtomValue(propsAtom));
    const screen = await openScreen(createElement(Drawn), { store });
    const become = (changes: Partial<Props>) =>
      screen.when(() => store.set(propsAtom, (props) => ({ ...props, ...changes })));
    return { screen, become };
  };
  const part = { station: 'bar', made: true, awaits: ['Copa'] };

  it.each<[string, Partial<Props>, RegExp, RegExp]>([
    ['its number is called no more', { card: { ...card, past: true } }, /Número 7/, /#41 · .*antes nº 7/],
    [
      'another station makes of it',
      { card: { ...card, elsewhere: '+ 1 item em Bar' } },
      /./,
      /\+ 1 item em Bar/,
    ],
    ['its share is made', { card: { ...card, part } }, /Marcar Pronto/, /^(?!.*Marcar Pronto)/],
    ['it is new', { isNew: true }, /^(?!.*NOVO)/, /NOVO/],
    ['it has a key of the bar', { keyNumber: 3 }, /9 min[^3]*LEVAR/, /9 min.* 3 LEVAR/],
    ['somebody has seen its change', { bumped: ['more'] }, /ACRÉSCIMO.*Vi a mudança/, /^(?!.*ACRÉSCIMO)/],
    ['others are late sooner', { limits: { warnMinutes: 2, lateMinutes: 5 } }, /▲|9 min/, /‼ 9 min/],
  ])('where %s', async (_what, changes, before, after) => {
    const { screen, become } = await open();
    expect(screen.words()).toMatch(before);
    await become(changes);
    expect(screen.words()).toMatch(after);
  });

  // Placed nine and a half minutes ago, and paid half a minute later: a minute of each ends at another time.
  it.each([
    ['has been there for one more minute', 0, 30_000, /● 9 min/, /● 10 min/],
    ['waits too long from now on', 40_000, 60_000, /● 10 min/, /▲ 10 min/],
  ])('where it %s', async (_what, from, to, before, after) => {
    const { screen, become } = await open({ now: NOW + from });
    expect(screen.words()).toMatch(before);
    await become({ now: NOW + to });
    expect(screen.words()).toMatch(after);
  });

  it('while a tap on it waits for the connection, at each turn of the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const { screen, become } = await open({ card: { ...card, tappedAtMs: NOW } });
    expect(screen.words()).not.toContain('esperando a conexão');
    vi.setSystemTime(NOW + 1_201);
    await become({ now: NOW + 1_201 });
    expect(screen.words()).toContain('Toque guardado; esperando a conexão');
  });

  it.each([
    ['onOpen', 'Abrir pedido: ', [sold.id]],
    ['onBump', 'Vi a mudança: pedido 7', ['more']],
    // By a bump bar nobody touches the card itself.
    ['onSee', 'Marcar Pronto', [[sold.id, changedKey('more', false)]]],
    ['onSee', 'Vi a mudança: pedido 7', [[sold.id, changedKey('more', false)]]],
  ] as const)('where what it does is another thing: %s by "%s"', async (name, button, told) => {
    const { screen, become } = await open();
    const does = vi.fn<(...given: unknown[]) => void>();
    await become({ [name]: does });
    await screen.tap(screen.buttons().find((one) => one.startsWith(button)) ?? button);
    expect(does.mock.calls.map(([first]) => first)).toEqual(told);
  });
});
