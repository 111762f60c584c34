import { expect, it } from 'vitest';
import { CardBody } from './payments.ts';

const body = { token: 'tok_test', payment_method_id: 'master', payer: {} };

it('a card is paid in one part where the form names no number of them', () => {
  expect(CardBody.parse(body).installments).toBe(1);
  expect(CardBody.parse({ ...body, installments: 3 }).installments).toBe(3);
});
