// Which of the buyer's fields are starred.
import { WHOLESALE_FIELDS } from '@balcao/shared/wholesale/fields.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BuyerForm } from './buyer-form.tsx';
import { emptyBuyer } from './buyer.ts';

it('a field that is required has a star, one that is not has none, and one that is off is not there', () => {
  const html = renderToStaticMarkup(
    createElement(BuyerForm, {
      fields: [
        { id: 'name', enabled: true, required: true },
        { id: 'address', enabled: true, required: false },
        { id: 'observations', enabled: false, required: true },
      ],
      buyer: emptyBuyer(),
      errors: {},
      onBuyer: () => {},
    }),
  );
  const labels = [...html.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, label = '']) =>
    label.replaceAll(/<[^>]*>/g, '').trim(),
  );
  expect(labels).toEqual([`${WHOLESALE_FIELDS.name.label} *`, WHOLESALE_FIELDS.address.label]);
});
