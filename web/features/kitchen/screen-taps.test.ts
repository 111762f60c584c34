// What belongs to one screen of the kitchen: its letters, its buttons, its station, and the tools that a narrow bar has no room for.
import { atom, useAtomValue } from 'jotai';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openHook, openScreen, refusal } from '../../testing/screen.ts';
import { KitchenHeader } from './header.tsx';
import { MoreSheet } from './more-sheet.tsx';
import { Ruler } from './ruler.tsx';
import { ScreenSettings } from './screen-settings.tsx';
import { useScreenSizes } from './screen-sizes.ts';
import { showNew } from './show-new.ts';

const nothing = (): void => {};
const station = (id: string, name: string) => ({ id, name, takes: [], printerId: null });

describe('the settings of a screen', () => {
  const open = async (changes: Partial<ComponentProps<typeof ScreenSettings>> = {}) => {
    const seen = {
      onSizes: vi.fn<(change: object) => void>(),
      choose: vi.fn<(id: string | null) => void>(),
      onTheme: vi.fn<() => void>(),
    };
    const stations = [station('bar', 'Bar'), station('copa', 'Copa')];
    const screen = await openScreen(
      createElement(ScreenSettings, {
        theme: 'dark',
        limits: { warnMinutes: 10, lateMinutes: 20 },
        sizes: { text: 'A+', buttonMm: 20, pxPerMm: 4 },
        station: { stations, chosen: stations[0] ?? null, choose: seen.choose },
        onSizes: seen.onSizes,
        onTheme: seen.onTheme,
        onClose: nothing,
        ...changes,
      }),
    );
    return { screen, ...seen };
  };
  const pressed = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
    screen.buttons().filter((name) => name.endsWith('(pressed)'));

  it('are each its own choice, the present one pressed', async () => {
    const { screen, onSizes, choose, onTheme } = await open();
    expect(pressed(screen)).toEqual(['A+ (pressed)', '20 mm (pressed)', 'Bar (pressed)']);
    await screen.tap('A++');
    await screen.tap('25 mm');
    expect(onSizes.mock.calls).toEqual([[{ text: 'A++' }], [{ buttonMm: 25 }]]);
    await screen.tap('Copa');
    await screen.tap('Todas');
    expect(choose.mock.calls).toEqual([['copa'], [null]]);
    await screen.tap('Usar cores claras');
    expect(onTheme).toHaveBeenCalledOnce();
  });

  it('have a station to choose only where there are two, and say from when a ticket is late', async () => {
    const one = { stations: [station('bar', 'Bar')], chosen: null, choose: nothing };
    expect((await open({ station: one })).screen.words()).not.toContain('Todas');
    expect((await open()).screen.words()).toContain('amarelos ▲ com 10 min e vermelhos ‼ com 20 min.');
  });

  it('lead to where one is signed in, and from there back to the board', async () => {
    const onClose = vi.fn<() => void>();
    const { screen } = await open({ onClose });
    await screen.tap('Meus acessos');
    expect(screen.words()).toContain('Não reconhece um aparelho?');
    expect(onClose).not.toHaveBeenCalled();
    await screen.tap('Fechar');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('are kept on the device', async () => {
    const hook = await openHook(useScreenSizes);
    expect(hook.now()[0]).toMatchObject({ text: 'A', buttonMm: 20 });
    await hook.when(() => hook.now()[1]({ buttonMm: 30 }));
    await hook.when(() => hook.now()[1]({ text: 'A++' }));
    const again = await openHook(useScreenSizes);
    expect(again.now()[0]).toMatchObject({ text: 'A++', buttonMm: 30 });
  });
});

describe('the ruler', () => {
  const open = async (pxPerMm: number) => {
    const onChange = vi.fn<(pxPerMm: number) => void>();
    const screen = await openScreen(createElement(Ruler, { pxPerMm, onChange }));
    return { screen, onChange };
  };

  it('is fifty millimetres long, and made longer or shorter by a hundredth', async () => {
    const { screen, onChange } = await open(4);
    expect(screen.all('svg[role="img"]')[0]?.getAttribute('width')).toBe('200');
    await screen.tap('Maior');
    await screen.tap('Menor');
    expect(onChange.mock.calls).toEqual([[4.04], [3.96]]);
  });

  it('stays what a screen can be', async () => {
    const large = await open(12);
    await large.screen.tap('Maior');
    expect(large.onChange).toHaveBeenCalledWith(12);
    const small = await open(2.5);
    await small.screen.tap('Menor');
    expect(small.onChange).toHaveBeenCalledWith(2.5);
  });
});

it('each tool opens what it is called by, and the last one leaves', async () => {
  const onSheet = vi.fn<(sheet: string) => void>();
  const screen = await openScreen(createElement(MoreSheet, { onSheet, onClose: nothing }));
  for (const name of [
    'A fazer',
    'Acabou',
    'Impressão',
    'Histórico',
    'Pausar',
    'Resetar Painel',
    'Tela',
    'Ajuda',
  ])
    await screen.tap(name);
  expect(onSheet.mock.calls.flat()).toEqual([
    'all-day',
    'sold-out',
    'printing',
    'history',
    'pause',
    'reset',
    'screen',
    'help',
  ]);
  await screen.tap('Sair');
  expect(screen.changes().map(({ route }) => route)).toEqual(['POST /api/auth/sign-out']);
});

it('what is new and in sight is seen as the screen goes to the first of it, which has the keyboard', async () => {
  const ticket = (id: string) =>
    createElement('div', { key: id, 'data-new': id }, createElement('button', { type: 'button' }, id));
  const screen = await openScreen(
    createElement(
      'div',
      null,
      createElement('div', { role: 'region' }, ticket('a'), ticket('b')),
      ticket('c'),
    ),
  );
  // Without a browser everything lies at the corner: what is in no list is not in sight.
  expect(showNew()).toEqual(['a', 'b']);
  expect(screen.focused()).toBe('a');
  await openScreen(createElement('p'));
  expect(showNew()).toEqual([]);
});

it('what is new and lies above, below or beside what is in sight rings on until somebody gets there', async () => {
  const boxes: Record<string, [top: number, bottom: number, left: number, right: number]> = {
    first: [100, 200, 0, 200],
    whole: [200, 300, 0, 200],
    above: [50, 150, 0, 200],
    below: [450, 550, 0, 200],
    right: [200, 300, 1_200, 1_400],
    left: [200, 300, -100, 100],
  };
  const tickets = Object.keys(boxes).map((id) => createElement('div', { key: id, 'data-new': id }));
  const screen = await openScreen(createElement('div', { role: 'region' }, tickets));
  const put = (element: Element | undefined, [top, bottom, left, right] = [100, 500, 0, 1_280]) =>
    Object.assign(element ?? {}, { getBoundingClientRect: () => ({ top, bottom, left, right }) });
  put(screen.all('[role="region"]')[0]);
  for (const [id, box] of Object.entries(boxes)) put(screen.all(`[data-new="${id}"]`)[0], box);
  expect(showNew()).toEqual(['first', 'whole']);
});

describe('the way out of the kitchen', () => {
  const me = { id: 'u', name: 'Rui', role: 'KITCHEN' as const };
  const answers = { 'POST /api/auth/sign-out': refusal(503, 'away', 'A loja reinicia.') };
  it('says why there is none, on the bar and in the sheet of tools', async () => {
    const bell = { unseen: new Set<string>(), muted: false, ready: true, see: nothing, toggleMuted: nothing };
    const bar = { now: 0, board: null, count: null, printing: null, station: null, children: null };
    const header = createElement(KitchenHeader, { ...bar, bell, onSheet: nothing, onNew: nothing });
    const sheet = createElement(MoreSheet, { onSheet: nothing, onClose: nothing });
    for (const part of [header, sheet]) {
      const screen = await openScreen(part, { me, answers: { ...answers } });
      await screen.tap('Sair');
      expect(screen.alerts()).toEqual(['Não deu para sair. A loja reinicia.']);
    }
  });
});

it('the tool for the printers has on it how many slips wait, and how they do where none does', async () => {
  const bell = { unseen: new Set<string>(), muted: false, ready: true, see: nothing, toggleMuted: nothing };
  const bar = { now: 0, board: null, count: null, station: null, children: null };
  const badge = async (printing: object | null) => {
    const props = { ...bar, bell, printing, onSheet: nothing, onNew: nothing };
    const screen = await openScreen(
      createElement(KitchenHeader, props as unknown as ComponentProps<typeof KitchenHeader>),
    );
    return screen.all('nav button[aria-label^="Impressão"]').map((one) => one.textContent);
  };
  const printer = { enabled: true, state: 'ok', stateText: 'pronta', paperLow: false, held: 0, failed: 0 };
  const [idle] = await badge({ printers: [{ ...printer, waiting: 0 }] });
  expect(await badge({ printers: [{ ...printer, waiting: 2 }] })).toEqual(['Impressão2']);
  expect(idle).toMatch(/^Impressão\D$/);
  expect(await badge(null)).toEqual(['Impressão']);
});

describe('the sound', () => {
  const open = async (bell: { ready?: boolean; muted?: boolean; unseen?: ReadonlySet<string> }) => {
    const toggleMuted = vi.fn<() => void>();
    const given = {
      unseen: new Set<string>(),
      muted: false,
      ready: true,
      see: nothing,
      toggleMuted,
      ...bell,
    };
    const bar = { now: 0, board: null, count: null, printing: null, station: null, children: null };
    const screen = await openScreen(
      createElement(KitchenHeader, { ...bar, bell: given, onSheet: nothing, onNew: nothing }),
      { me: { id: 'u', name: 'Rui', role: 'KITCHEN' } },
    );
    return { screen, toggleMuted };
  };

  it('is off until the first touch, which switches it on and not off', async () => {
    const { screen, toggleMuted } = await open({ ready: false });
    expect(screen.buttons()).toContain('Som');
    await screen.tap('Som');
    expect(toggleMuted).not.toHaveBeenCalled();
  });

  it('that the finger has switched on by coming down is not muted as it is lifted', async () => {
    const readyAtom = atom(false);
    const toggleMuted = vi.fn<() => void>();
    const Bar = () => {
      const ready = useAtomValue(readyAtom);
      const bell = { unseen: new Set<string>(), muted: false, ready, see: nothing, toggleMuted };
      const bar = { now: 0, board: null, count: null, printing: null, station: null, children: null };
      return createElement(KitchenHeader, { ...bar, bell, onSheet: nothing, onNew: nothing });
    };
    const screen = await openScreen(createElement(Bar), { me: { id: 'u', name: 'Rui', role: 'KITCHEN' } });
    await screen.happen('button[aria-pressed]', 'pointerdown');
    await screen.when(() => screen.store.set(readyAtom, true));
    await screen.tap('Som');
    expect([toggleMuted.mock.calls.length, screen.buttons().includes('Som (pressed)')]).toEqual([0, true]);
    await screen.happen('button[aria-pressed]', 'pointerdown');
    await screen.tap('Som');
    expect(toggleMuted).toHaveBeenCalledOnce();
  });

  it('that is on is muted by a tap, and one that is muted comes back', async () => {
    const on = await open({});
    expect(on.screen.buttons()).toContain('Som (pressed)');
    await on.screen.tap('Som');
    expect(on.toggleMuted).toHaveBeenCalledOnce();
    const off = await open({ muted: true, ready: false });
    await off.screen.tap('Som');
    expect(off.toggleMuted).toHaveBeenCalledOnce();
  });

  it('that is muted still counts what is new', async () => {
    expect((await open({ muted: true, unseen: new Set(['a', 'b']) })).screen.buttons()).toContain('2 novos');
  });
});
