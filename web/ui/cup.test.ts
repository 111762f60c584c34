// The drawn cup: its words for who does not see it, how full and how large it is, and what lies in it and on it.
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { markupOf } from '../testing/words.ts';
import { Cup, type CupContent } from './cup.tsx';

const EMPTY: CupContent = { shape: 'copo', base: null, iceCreams: [], toppings: [] };
const drawn = (content: Partial<CupContent> = {}, label = ''): string =>
  markupOf(createElement(Cup, { content: { ...EMPTY, ...content }, label }));
/** Where the filling begins, from the top of a drawing that is 256 high. */
const levelOf = (content: Partial<CupContent>): number =>
  Number(/translateY\(([\d.]+)px\)/.exec(drawn(content))?.[1]);
/** The size of it all against the largest. */
const scaleOf = (content: Partial<CupContent>): number =>
  Number(/scale\(([\d.]+)\)/.exec(drawn(content))?.[1]);
/** What stands within the glass, by the name of each drawing. */
const insideOf = (content: Partial<CupContent>): string[] =>
  namesIn(/<g clip-path=.*?#gloss"/s.exec(drawn(content))?.[0] ?? '');
const namesIn = (markup: string): string[] =>
  [...markup.matchAll(/<use[^>]* href="[^"]*#([\w-]+)"/g)].map(([, name = '']) => name);

describe('a drawn cup', () => {
  it('is a picture in words, or nothing at all to who hears the page where its words stand beside it', () => {
    expect(drawn({}, 'Copo com açaí e banana')).toMatch(
      /<svg[^>]* role="img" aria-label="Copo com açaí e banana"/,
    );
    expect(drawn()).toMatch(/<svg[^>]* aria-hidden="true"/);
    expect(drawn()).not.toContain('role="img"');
  });

  it('keeps what is in it within its glass', () => {
    const [, clip] = /<clipPath id="([^"]+)"><path d="M40 100h120/.exec(drawn()) ?? [];
    expect(drawn()).toContain(`clip-path="url(#${clip})"`);
  });

  it.each(['copo', 'taca', 'tigela', 'shake'] as const)(
    '(%s) is empty without a base, and full with one',
    (shape) => {
      expect(levelOf({ shape, base: '#55206b' })).toBeLessThan(140);
      expect(levelOf({ shape, base: null })).toBeGreaterThan(190);
    },
  );

  it('is smaller the smaller the size; what the house makes is as large as it comes', () => {
    const [small, middle, large] = [0, 0.5, 1].map((size) => scaleOf({ size })) as [number, number, number];
    expect(small).toBeLessThan(middle);
    expect(middle).toBeLessThan(large);
    expect([large, scaleOf({}), scaleOf({ shape: 'taca' })]).toEqual([1, 1, 1]);
  });

  it('has Fundo and Meio within the glass, and Topo on it', () => {
    const banana = { key: 'a', color: '#fbe28c', form: 'banana' } as const;
    const sauce = { key: 'b', color: '#5a301c', form: 'sauce' } as const;
    const at = (layer: 'BOTTOM' | 'MIDDLE' | 'TOP') => ({
      base: '#55206b',
      toppings: [
        { ...banana, layer },
        { ...sauce, layer },
      ],
    });
    for (const layer of ['BOTTOM', 'MIDDLE'] as const)
      expect(insideOf(at(layer))).toEqual([
        'filling',
        'banana',
        'banana',
        'banana',
        'banana',
        'sauce-in',
        'gloss',
      ]);
    expect(insideOf(at('TOP'))).toEqual(['filling', 'gloss']);
    expect(namesIn(drawn(at('TOP')))).toEqual(expect.arrayContaining(['banana', 'sauce']));
  });
});
