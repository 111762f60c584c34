// What a chart draws, in shares of its place.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BarChart } from './bars.tsx';
import { RowBar } from './row-bar.tsx';
import { shortCents, shortCount } from './value-text.ts';

const chartOf = (values: readonly number[], valueText = shortCount): string =>
  renderToStaticMarkup(
    createElement(BarChart, {
      title: 'Pedidos por hora',
      nameName: 'Hora',
      columns: ['Pedidos'],
      empty: 'Nenhum pedido hoje ainda.',
      valueText,
      bars: values.map((value, at) => ({ name: `${at}h`, value, cells: [String(value)] })),
    }),
  );
const attributes = (html: string, name: string): number[] =>
  [...html.matchAll(/<rect[^>]*>/g)].map(([rect]) =>
    Number(new RegExp(` ${name}="([^"]+)%"`).exec(rect)?.[1]),
  );
const words = (html: string): string[] =>
  [...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);

describe('a bar chart', () => {
  it('has a bar for each value, as high as its share of the axis, all on one ground', () => {
    const html = chartOf([2, 4, 0]);
    const [half = 0, whole = 0, none = 0] = attributes(html, 'height');
    expect([half / whole, none]).toEqual([0.5, 0]);
    const feet = attributes(html, 'y').map((y, at) => y + (attributes(html, 'height')[at] ?? 0));
    expect(new Set(feet)).toEqual(new Set([86]));
  });

  it.each([[[7]], [[11, 3]], [[35_000, 2]], [[1]]])('of %j has no bar above its highest line', (values) => {
    const html = chartOf(values);
    const lines = [...html.matchAll(/ y1="([^"]+)%"/g)].map(([, y]) => Number(y));
    expect(Math.min(...attributes(html, 'y'))).toBeGreaterThanOrEqual(Math.min(...lines));
  });

  it('is one picture with a name to who hears it, and says every number in the table beside it', () => {
    const html = chartOf([2, 4]);
    expect(html).toContain(
      'role="img" aria-label="Pedidos por hora: gráfico; os números estão na tabela ao lado"',
    );
    const table = html.slice(html.indexOf('<table'));
    expect(table.match(/<td[^>]*>[^<]*<\/td>/g)?.map((cell) => cell.replaceAll(/<[^>]+>/g, ''))).toEqual([
      '0h',
      '2',
      '1h',
      '4',
    ]);
  });

  it.each([
    [[1], ['0', '1']],
    [
      [2, 3],
      ['0', '1', '2', '3'],
    ],
  ])('of %j has lines at whole numbers alone', (values, lines) => {
    expect(words(chartOf(values)).filter((text) => !text.endsWith('h'))).toEqual(lines);
  });

  it.each([
    [10, 10],
    [11, 6],
    [60, 10],
  ])('of %d bars names %d', (bars, named) => {
    const html = chartOf(Array.from({ length: bars }, () => 1));
    expect(words(html).filter((text) => text.endsWith('h'))).toHaveLength(named);
  });

  it.each([
    [3, ['', '', '']],
    [4, ['', '@max-[16rem]:hidden', '', '@max-[16rem]:hidden']],
    [5, ['', '@max-[16rem]:hidden', '', '@max-[16rem]:hidden', '']],
    [6, ['', '@max-[32rem]:hidden', '@max-[16rem]:hidden', '@max-[32rem]:hidden', '', '@max-[32rem]:hidden']],
  ])('of %d bars lets those names go for which a narrow place has no room', (bars, ways) => {
    const html = chartOf(Array.from({ length: bars }, () => 1));
    expect([...html.matchAll(/class="numbers fill-current ([^"]*)"/g)].map(([, when]) => when)).toEqual(ways);
  });

  it('of nothing but zeros has the ground alone', () => {
    expect(words(chartOf([0, 0], shortCents)).filter((text) => !text.endsWith('h'))).toEqual(['R$\u00a00']);
  });

  it('says what is missing where there is nothing', () => {
    expect(chartOf([])).toBe('<p>Nenhum pedido hoje ainda.</p>');
  });
});

it.each([
  [0, 'R$ 0'],
  [5, 'R$ 0,05'],
  [50, 'R$ 0,50'],
  [999, 'R$ 9,99'],
  [1000, 'R$ 10'],
  [35_000, 'R$ 350'],
  [150_000, 'R$ 1,5 mil'],
  [123_456_700, 'R$ 1,2 mi'],
])('%d centavos stand beside a line as “%s”', (cents, text) => {
  expect(shortCents(cents).replaceAll('\u00a0', ' ')).toBe(text);
});

it('a row is drawn to its share of the longest, its parts one after another', () => {
  const html = renderToStaticMarkup(
    createElement(RowBar, {
      top: 200,
      parts: [
        { value: 50, look: 'fill-primary' },
        { value: 100, look: 'fill-accent' },
      ],
    }),
  );
  expect(html).toContain('aria-hidden="true"');
  expect([...html.matchAll(/ x="([^"]+)" width="([^"]+)"/g)].map(([, x, width]) => [x, width])).toEqual([
    ['0%', '25%'],
    ['25%', '50%'],
  ]);
});
