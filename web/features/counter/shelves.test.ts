// Where each thing that the counter sells stands.
import { describe, expect, it } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { shelvesOf } from './shelves.ts';

const shown = (...given: Parameters<typeof shelvesOf>) =>
  shelvesOf(...given).map(({ id, products }) => [id, products.map((one) => one.id)]);
const off = { ...sampleMenu, cupsEnabled: false };

describe('the shelves of the counter', () => {
  it('are cups, açaí, and whatever else is sold, while nothing was sold of late', () => {
    expect(shown(sampleMenu)).toEqual([
      ['cups', ['split', 'livre']],
      ['acai', []],
      ['products', ['agua']],
    ]);
    expect(shown(sampleMenu, ['gone'])).toEqual(shown(sampleMenu));
  });

  it('begin with everything, what sells best before the rest in the order of the menu', () => {
    expect(shown(sampleMenu, ['agua'])[0]).toEqual(['best', ['agua', 'split', 'livre']]);
    expect(shown(sampleMenu, ['livre', 'gone', 'agua'])[0]).toEqual(['best', ['livre', 'agua', 'split']]);
  });

  it('have no cups while these are switched off, whatever sold', () => {
    expect(shown(off, ['split', 'agua'])).toEqual([
      ['best', ['agua']],
      ['acai', []],
      ['products', ['agua']],
    ]);
    expect(shown(off, ['split'])).toEqual([
      ['acai', []],
      ['products', ['agua']],
    ]);
  });
});
