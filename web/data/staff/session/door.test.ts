// What stands behind the door of a staff screen: one question at a time, and word before what was typed out of sight is lost.
import type { Me } from '@balcao/shared/http/staff.ts';
import { createElement, useState, type ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { useDraft } from '../draft.ts';
import { Guard } from './guard.tsx';
import { StaffShell } from './shell.tsx';

const ANA: Me = { id: 'ana', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN' };
const atMs = Date.parse('2026-11-21T18:04:00-03:00');

it('who entered on a device where they had never been is asked about that before another password', async () => {
  const asked = async (me: Partial<Me>) => {
    const props: ComponentProps<typeof Guard> = { roles: ['ADMIN'], children: null };
    return (await openScreen(createElement(Guard, props), { me: { ...ANA, ...me } }))
      .all('dialog[open] h2')
      .map((one) => one.textContent);
  };
  const newPassword = { role: 'ADMIN', dueAtMs: atMs } as const;
  const newDevice = { atMs, device: 'Safari no iPhone', where: 'link' } as const;
  expect(await asked({ newPassword, newDevice })).toEqual(['Foi você que entrou?']);
  expect(await asked({ newPassword })).toEqual(['Escolha uma senha nova']);
  expect(await asked({})).toEqual([]);
});

it('the browser asks before it leaves a page where something typed waits in another tab', async () => {
  const Form = () => {
    const { change } = useDraft({ text: '' }, { keep: 'geral' });
    return createElement('button', { type: 'button', onClick: () => change({ text: 'metade' }) }, 'Digitar');
  };
  const Tabs = () => {
    const [tab, setTab] = useState<'form' | 'other'>('form');
    return createElement(
      'div',
      null,
      createElement('button', { type: 'button', onClick: () => setTab('other') }, 'Outra aba'),
      tab === 'form' && createElement(Form),
    );
  };
  const props: ComponentProps<typeof StaffShell> = { roles: ['ADMIN'], children: createElement(Tabs) };
  const screen = await openScreen(createElement(StaffShell, props), { me: ANA });
  const isAsked = () => {
    const leaving = new screen.window.Event('beforeunload', { cancelable: true });
    screen.window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  await screen.tap('Digitar');
  await screen.tap('Outra aba');
  expect(screen.buttons()).toEqual(['Outra aba']);
  expect(isAsked()).toBe(true);
});
