// How the cards of an editor look.
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EntryCards } from './entry-cards.tsx';

it('what is inactive is dimmed and said to be so, what is active is neither', () => {
  const html = renderToStaticMarkup(
    createElement(EntryCards, {
      spec: { look: 'cards', columns: '', body: () => 'corpo' },
      catalog: { value: {} },
      entries: [
        { id: 'on', name: 'Ligado', active: true },
        { id: 'off', name: 'Desligado', active: false },
      ],
      busy: false,
      chosen: new Set(),
      onChosen: () => {},
      onCopy: () => {},
      onEdit: () => {},
      onRemove: () => {},
    } as unknown as ComponentProps<typeof EntryCards>),
  );
  const [on = '', off = ''] = html.split('<li').slice(1);
  expect([on.includes('opacity-75'), on.includes('Inativo')]).toEqual([false, false]);
  expect([off.split('opacity-75').length - 1, off.includes('Inativo')]).toEqual([2, true]);
});

it('each has its own box, and only what is active may be taken off', () => {
  const html = renderToStaticMarkup(
    createElement(EntryCards, {
      spec: { look: 'cards', columns: '', body: () => 'corpo' },
      catalog: { value: {} },
      entries: [
        { id: 'on', name: 'Ligado', active: true },
        { id: 'off', name: 'Desligado', active: false },
      ],
      busy: false,
      chosen: new Set(['on']),
      onChosen: () => {},
      onCopy: () => {},
      onEdit: () => {},
      onRemove: () => {},
    } as unknown as ComponentProps<typeof EntryCards>),
  );
  const [on = '', off = ''] = html.split('<li').slice(1);
  expect([on, off].map((card) => card.includes('checked=""'))).toEqual([true, false]);
  expect([on, off].map((card) => card.includes('aria-label="Excluir'))).toEqual([true, false]);
});
