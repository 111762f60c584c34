import { expect, it } from 'vitest';
import { payerEmail } from './payer-email.ts';

it('who pays without an e-mail has one of the order’s own, at a domain that is nobody’s', () => {
  expect(payerEmail('7K2MQ9XWTB')).toBe('pedido-7k2mq9xwtb@example.com');
});
