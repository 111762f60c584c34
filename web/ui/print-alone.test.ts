// What goes on paper by the browser's own window: one element, in place of one that was left there, and nothing of it afterwards.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubPage } from '../testing/stub-page.ts';
import { printSheet } from './print-alone.ts';

beforeEach(() => {
  stubPage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('prints the element alone, and takes it away once that is over', () => {
  const { body, head } = document;
  const printed: (string | null)[] = [];
  const isHidden = () => /body > :not\(#sheet-on-paper\) \{ display: none/.test(String(head.textContent));
  window.print = () => {
    expect(isHidden()).toBe(true);
    printed.push(body.textContent);
  };
  body.append('Tela ');
  const sheet = (words: string) => Object.assign(document.createElement('p'), { textContent: words });
  printSheet(sheet('Extrato de ontem'));
  // A window that never told its end.
  printSheet(sheet('Extrato'));
  expect(printed).toEqual(['Tela Extrato de ontem', 'Tela Extrato']);
  window.dispatchEvent(new window.Event('afterprint'));
  expect(body.textContent).toBe('Tela ');
  expect(isHidden()).toBe(false);
});
