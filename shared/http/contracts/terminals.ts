// Card terminals of the provider: which the shop uses, and the amount of an order at one of them.
import { z } from 'zod';
import { defineContract, joinRefusals, pickRefusals } from '../contract.ts';
import { ORDER_REFUSALS } from '../refusals/order.ts';
import { PAYMENT_REFUSALS } from '../refusals/payment.ts';
import { TERMINAL_REFUSALS } from '../refusals/terminal.ts';
import {
  AccountTerminals,
  KeepTerminal,
  OfTerminal,
  SendOrderToTerminal,
  SendPartToTerminal,
  SendToTerminal,
  ShopTerminals,
  TerminalPayment,
} from '../terminals.ts';

// The store's own device asks these of the relay.
export const listTerminalsOfStore = defineContract({
  method: 'get',
  path: '/edge/payments/terminals',
  summary: 'The terminals that the counter may send to',
  access: 'device',
  answers: { 200: ShopTerminals },
});

export const listTerminalsOfAccount = defineContract({
  method: 'get',
  path: '/edge/payments/terminals/account',
  summary: 'All terminals of the account, with what the shop calls those it uses',
  access: 'device',
  answers: { 200: AccountTerminals },
  refusals: TERMINAL_REFUSALS,
});

export const keepTerminalOfStore = defineContract({
  method: 'put',
  path: '/edge/payments/terminals/{terminalId}',
  summary: 'The counter sends to this terminal from now on, which is told to take it',
  access: 'device',
  params: OfTerminal,
  body: KeepTerminal,
  answers: { 200: AccountTerminals },
  refusals: TERMINAL_REFUSALS,
});

export const forgetTerminalOfStore = defineContract({
  method: 'delete',
  path: '/edge/payments/terminals/{terminalId}',
  summary: 'The counter no longer sends to this terminal',
  access: 'device',
  params: OfTerminal,
  answers: { 200: ShopTerminals },
});

export const sendOrderToTerminal = defineContract({
  method: 'post',
  path: '/edge/payments/terminal',
  summary: "An order's amount at a terminal; sent twice it is the same",
  access: 'device',
  body: SendToTerminal,
  answers: { 200: TerminalPayment },
  refusals: TERMINAL_REFUSALS,
});

export const sendPartToTerminal = defineContract({
  method: 'post',
  path: '/edge/payments/parts/terminal',
  summary: 'A part of an order at a terminal; sent twice it is the same',
  access: 'device',
  body: SendPartToTerminal,
  answers: { 200: TerminalPayment },
  refusals: TERMINAL_REFUSALS,
});

export const readTerminalOfStore = defineContract({
  method: 'get',
  path: '/edge/payments/terminal/{attemptId}',
  summary: 'How it stands; looks at the provider while it is waited for',
  access: 'device',
  params: z.object({ attemptId: z.uuid() }),
  query: z.object({ orderId: z.uuid() }),
  answers: { 200: TerminalPayment },
  refusals: PAYMENT_REFUSALS,
});

// The shop's people ask these of the store, which asks the relay: its words are passed on as they are.
export const listTerminals = defineContract({
  method: 'get',
  path: '/api/staff/terminals',
  summary: 'The terminals that the counter may send to; none while the relay is away',
  access: 'staff',
  answers: { 200: ShopTerminals.extend({ isAway: z.boolean() }) },
});

export const sendToTerminal = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/terminal',
  summary: "An order's amount at a terminal, or that of a part; sent twice it is the same",
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  body: SendOrderToTerminal,
  answers: { 200: TerminalPayment },
  refusals: joinRefusals(TERMINAL_REFUSALS, pickRefusals(ORDER_REFUSALS, 'tender-too-much')),
});

export const readTerminal = defineContract({
  method: 'get',
  path: '/api/staff/orders/{id}/terminal/{attemptId}',
  summary: 'How it stands; looks at the provider while it is waited for',
  access: 'staff',
  params: z.object({ id: z.uuid(), attemptId: z.uuid() }),
  answers: { 200: TerminalPayment },
});

export const cancelTerminal = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/terminal/{attemptId}/cancel',
  summary: 'Take it off the terminal; where that shows it, it may take a moment, or be paid all the same',
  access: 'staff',
  params: z.object({ id: z.uuid(), attemptId: z.uuid() }),
  answers: { 200: TerminalPayment },
});

export const listAccountTerminals = defineContract({
  method: 'get',
  path: '/api/staff/payments/terminals',
  summary: 'All terminals of the account, with what the shop calls those it uses',
  access: 'staff',
  answers: { 200: AccountTerminals },
});

export const keepTerminal = defineContract({
  method: 'put',
  path: '/api/staff/payments/terminals/{terminalId}',
  summary: 'The counter sends to this terminal from now on',
  access: 'staff',
  params: OfTerminal,
  body: KeepTerminal,
  answers: { 200: AccountTerminals },
});

export const forgetTerminal = defineContract({
  method: 'delete',
  path: '/api/staff/payments/terminals/{terminalId}',
  summary: 'The counter no longer sends to this terminal',
  access: 'staff',
  params: OfTerminal,
  answers: { 200: ShopTerminals },
});
