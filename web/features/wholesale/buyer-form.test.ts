// Which of the buyer's fields are starred.
import { WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BuyerForm } from './buyer-form.tsx';
import { emptyBuyer } from './buyer.ts';

const labelsOf = (fields: Parameters<typeof BuyerForm>[0]['fields']): string[] => {
  const props = { fields, buyer: emptyBuyer(), errors: {}, onBuyer: () => {} };
  const html = renderToStaticMarkup(createElement(BuyerForm, props));
  return [...html.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, label = '']) =>
    label.replaceAll(/<[^>]*>/g, '').trim(),
  );
};

it.each(['name', 'phone', 'cpf_cnpj', 'address', 'observations'] as const)(
  'the field %s has a star where it is required, and none where it is not',
  (id) => {
    const { label } = WHOLESALE_FIELDS[id];
    expect(labelsOf([{ id, enabled: true, required: true }])).toEqual([`${label} *`]);
    expect(labelsOf([{ id, enabled: true, required: false }])).toEqual([label]);
  },
);

it('a field that is required has a star, one that is not has none, and one that is off is not there', () => {
  const labels = labelsOf([
    { id: 'name', enabled: true, required: true },
    { id: 'address', enabled: true, required: false },
    { id: 'observations', enabled: false, required: true },
  ]);
  expect(labels).toEqual([`${WHOLESALE_FIELDS.name.label} *`, WHOLESALE_FIELDS.address.label]);
});
