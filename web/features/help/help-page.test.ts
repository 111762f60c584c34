// What whoever was read a code sees of the store's machine, and what it is told when the code is wrong or over.
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import HelpPage from './help-page.tsx';

const ASK = 'POST /api/help/diagnostics';
const at = (time: string): number => Date.parse(`2026-11-21T${time}-03:00`);
const SEEN = {
  atMs: at('18:04:05'),
  untilMs: at('19:00:00'),
  version: '1.2.0',
  upSinceMs: at('03:10:00'),
  checks: [{ id: 'disk', name: 'Disco', state: 'warn', text: 'Restam 2 GB.' }],
};
const open = async (answers: Answers) => {
  const screen = await openScreen(createElement(HelpPage), { answers });
  await screen.type('Código de ajuda', 'ABCD-EFGH');
  await screen.tap('Ver diagnóstico');
  return screen;
};

it('a code shows when it was looked, which release, since when it is on, and until when the code is good', async () => {
  const screen = await open({ [ASK]: SEEN });
  expect(screen.changes()).toEqual([{ route: ASK, body: { code: 'ABCD-EFGH' } }]);
  expect(screen.words()).toContain('Às 18:04:05 · versão 1.2.0 · no ar desde 21/11/2026 às 03:10');
  expect(screen.words()).toContain('Só para ver. O código vale até 19:00.');
  expect(screen.words()).toMatch(/Disco: atenção Restam 2 GB\.$/);
});

it('while a code is looked at its button is off, and the tab says what this page is for', async () => {
  const screen = await open({ [ASK]: () => new Promise(() => {}) });
  expect(document.title).toBe('Ajuda remota');
  expect(screen.buttons()).toEqual(['Ver diagnóstico (off)']);
  expect(screen.changes()).toHaveLength(1);
});

it('no code is asked for, and nothing is sent', async () => {
  const screen = await openScreen(createElement(HelpPage));
  await screen.type('Código de ajuda', ' ');
  await screen.tap('Ver diagnóstico');
  expect(screen.alerts()).toEqual(['Digite o código que o dono da loja leu para você.']);
  expect(screen.changes()).toEqual([]);
});

it('one looks again; what failed is said, and said no more once it works', async () => {
  const answers: Answers = { [ASK]: SEEN };
  const screen = await open(answers);
  answers[ASK] = refusal(503, 'away', 'A loja não respondeu.');
  await screen.tap('Ver de novo');
  expect(screen.alerts()).toEqual(['A loja não respondeu.']);
  expect(screen.words()).toContain('Diagnóstico da loja');
  // Under way, nothing is said of the try before.
  answers[ASK] = () => new Promise(() => {});
  await screen.tap('Ver de novo');
  expect(screen.alerts()).toEqual([]);
  expect(screen.buttons()).toEqual(['Ver de novo (off)']);
});

it('once the code is over nothing of the machine is shown any more', async () => {
  const answers: Answers = { [ASK]: SEEN };
  const screen = await open(answers);
  answers[ASK] = refusal(403, 'wrong-code', 'Este código não vale mais.');
  await screen.tap('Ver de novo');
  expect(screen.alerts()).toEqual(['Este código não vale mais.']);
  expect(screen.words()).not.toContain('Diagnóstico da loja');
});

it('a fault of this page is no word of the store', async () => {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => {});
  const screen = await open({ [ASK]: new TypeError('x') });
  expect(screen.alerts()).toEqual(['Não deu para falar com a loja. Confira sua internet e tente de novo.']);
  expect(heard).not.toHaveBeenCalled();
});
