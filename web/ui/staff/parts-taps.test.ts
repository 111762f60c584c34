// Parts that every staff screen is made of, as hands and keys use them: the pad for money, and tabs.
import { createElement, useState, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
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

  it('leaves alone what is typed into a field, and what is meant for the browser', async () => {
    const { screen, shown, key } = await open();
    const [field] = screen.all('input');
    await key('5', {}, field);
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) await key('5', held);
    expect(shown()).toBe('R$ 0,00');
  });
});

describe('tabs', () => {
  const open = async (rail = false) => {
    const onChange = vi.fn<(id: string) => void>();
    const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
    const props: ComponentProps<typeof Tabs> = {
      label: 'Seções',
      tabs,
      current: 'c',
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

  it('are one stop of the keyboard, at the one that is chosen, and each is tapped', async () => {
    const { screen, onChange } = await open();
    expect(screen.all('[role="tab"]').map((one) => one.getAttribute('tabindex'))).toEqual(['-1', '-1', '0']);
    await screen.tap('B');
    expect(onChange.mock.calls).toEqual([['b']]);
  });
});
