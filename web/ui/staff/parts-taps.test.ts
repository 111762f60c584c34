// Parts that every staff screen is made of, as hands and keys use them: the pad for money, tabs, and fields.
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement, useState, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { Size } from '../../testing/staff-screen.ts';
import { TextField } from './fields.tsx';
import { NumberPad } from './number-pad.tsx';
import { Tabs } from './tabs.tsx';

describe('the pad for money', () => {
  const open = async () => {
    const onEnter = vi.fn<() => void>();
    const Pad = () => {
      const [cents, setCents] = useState(0);
      return createElement(
        'div',
        null,
        createElement(NumberPad, { cents, onCents: setCents, onEnter, label: 'Valor' }),
        createElement('input', { 'aria-label': 'Nota' }),
      );
    };
    const screen = await openScreen(createElement(Pad));
    const shown = () => screen.all('output')[0]?.textContent;
    const key = (name: string, more: KeyboardEventInit = {}, target: Element = screen.body) =>
      screen.when(() =>
        target.dispatchEvent(
          new screen.window.KeyboardEvent('keydown', { key: name, bubbles: true, ...more }),
        ),
      );
    return { screen, shown, key, onEnter };
  };

  it('fills from the right, tapped or typed, and takes one figure back', async () => {
    const { screen, shown, key } = await open();
    await screen.tap('2');
    await screen.tap('00');
    await key('5');
    expect(shown()).toBe('R$ 20,05');
    await key('Backspace');
    expect(shown()).toBe('R$ 2,00');
    await screen.tap('Apagar');
    expect(shown()).toBe('R$ 0,20');
  });

  it('lies as on every till, the nothing below', async () => {
    const { screen } = await open();
    expect(screen.buttons()).toEqual(['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '00', 'Apagar']);
  });

  it('is confirmed by Enter, once, and not by one that presses a button', async () => {
    const { screen, key, onEnter } = await open();
    await key('Enter');
    expect(onEnter).toHaveBeenCalledOnce();
    await key('Enter', { repeat: true });
    const [button] = screen.all('button');
    await key('Enter', {}, button);
    expect(onEnter).toHaveBeenCalledOnce();
  });

  it('does not take the keyboard where a key of it is tapped: the next Enter confirms', async () => {
    const { screen } = await open();
    for (const name of ['7', 'Apagar']) {
      const pressed = new screen.window.MouseEvent('mousedown', { bubbles: true, cancelable: true });
      const key = screen
        .all('button')
        .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
      await screen.when(() => key?.dispatchEvent(pressed));
      expect([name, pressed.defaultPrevented]).toEqual([name, true]);
    }
  });

  it('leaves alone what is typed into a field, and what is meant for the browser', async () => {
    const { screen, shown, key } = await open();
    const [field] = screen.all('input');
    await key('5', {}, field);
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) await key('5', held);
    expect(shown()).toBe('R$ 0,00');
  });
});

describe('tabs', () => {
  const open = async (rail = false, current = 'c') => {
    const onChange = vi.fn<(id: string) => void>();
    const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
    const props: ComponentProps<typeof Tabs> = {
      label: 'Seções',
      tabs,
      current,
      onChange,
      rail,
      children: 'o que há',
    };
    const screen = await openScreen(createElement(Tabs, props));
    return { screen, onChange };
  };

  it('are gone along by arrows, from the last to the first; a rail also up and down', async () => {
    const { screen, onChange } = await open();
    await screen.press('ArrowRight', 'C');
    await screen.press('ArrowLeft', 'C');
    await screen.press('ArrowDown', 'C');
    expect(onChange.mock.calls).toEqual([['a'], ['b']]);
    const rail = await open(true);
    await rail.screen.press('ArrowDown', 'C');
    await rail.screen.press('ArrowUp', 'C');
    expect(rail.onChange.mock.calls).toEqual([['a'], ['b']]);
  });

  it('are gone along from the first to the last, too', async () => {
    const { screen, onChange } = await open(false, 'a');
    await screen.press('ArrowLeft', 'A');
    expect(onChange.mock.calls).toEqual([['c']]);
    expect(screen.focused()).toBe('C');
  });

  it('take the keyboard along to the one that an arrow leads to', async () => {
    const { screen } = await open();
    await screen.press('ArrowLeft', 'C');
    expect(screen.focused()).toBe('B');
  });

  it('are one stop of the keyboard, at the one that is chosen, and each is tapped', async () => {
    const { screen, onChange } = await open();
    expect(screen.all('[role="tab"]').map((one) => one.getAttribute('tabindex'))).toEqual(['-1', '-1', '0']);
    await screen.tap('B');
    expect(onChange.mock.calls).toEqual([['b']]);
  });
});

it('a rail says how high it is while it is there, so that what sticks above it keeps clear', async () => {
  vi.stubGlobal('ResizeObserver', Size);
  const isThereAtom = atom(true);
  const props: ComponentProps<typeof Tabs> = {
    label: 'Seções',
    tabs: [{ id: 'a', label: 'A' }],
    current: 'a',
    onChange: () => {},
    rail: true,
    children: 'o que há',
  };
  const Page = () => useAtomValue(isThereAtom) && createElement(Tabs, props);
  const screen = await openScreen(createElement(Page), { store: createStore() });
  const height = () => screen.window.document.documentElement.style.getPropertyValue('--tabs-height');
  expect(height()).toMatch(/^\d+px$/);
  await screen.when(() => screen.store.set(isThereAtom, false));
  expect(height()).toBe('');
});

it('a field says what it is for, or in its place what is wrong with what stands there', async () => {
  const open = (error: string | null) =>
    openScreen(
      createElement(TextField, {
        label: 'Nome',
        hint: 'Sai na comanda.',
        value: '',
        onValue: () => {},
        error,
      }),
    );
  const described = (screen: Awaited<ReturnType<typeof open>>) =>
    screen.all(`[id="${screen.all('input')[0]?.getAttribute('aria-describedby') ?? ''}"]`)[0]?.textContent;
  const right = await open(null);
  expect([right.words(), described(right)]).toEqual(['Nome Sai na comanda.', 'Sai na comanda.']);
  const wrong = await open('Falta o nome.');
  expect([wrong.words(), described(wrong)]).toEqual(['Nome Falta o nome.', 'Falta o nome.']);
});
