// What somebody reads of a screen as it opens, for tests: its words in their order. What a tap changes: `screen.ts`.
import { createStore, Provider } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';

/** The markup of it, with what `store` holds around it. */
export const markupOf = (screen: ReactElement, store = createStore()): string =>
  renderToStaticMarkup(createElement(Provider, { store }, createElement(MemoryRouter, null, screen)));

/** Its words alone, each run of spaces as one. */
export const wordsOf = (screen: ReactElement, store = createStore()): string =>
  wordsIn(markupOf(screen, store));

/** The words of a piece of markup. */
export const wordsIn = (markup: string): string =>
  markup
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The words of each of the rows of all tables in it. */
export const rowsIn = (markup: string): string[] =>
  markup
    .split('<tr')
    .slice(1)
    .map((row) => wordsIn(`<tr${row.split('</tr>')[0] ?? ''}`));

/** What each button in it is called, and whether it is off or pressed. */
export const buttonsIn = (markup: string): string[] =>
  [...markup.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].map(([, attributes = '', inner = '']) =>
    [
      /aria-label="([^"]*)"/.exec(attributes)?.[1]?.replaceAll(/\s/g, ' ') ?? wordsIn(inner),
      ...(/ disabled(=|$)/.test(attributes) ? ['(off)'] : []),
      ...(attributes.includes('aria-pressed="true"') ? ['(pressed)'] : []),
    ].join(' '),
  );
