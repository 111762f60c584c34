// Online payments: as a customer pays, as the store asks the relay, and as the shop's people look after them.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { FoundPixes, SoughtPixes } from '../counter-pix.ts';
import { BookedMonth, MatchedDay, MatchingDay, Month } from '../matching.ts';
import { PixPayment } from '../orders.ts';
import {
  AcceptAttention,
  AskRefund,
  Attempt,
  AttentionItems,
  BookedQuery,
  CardAnswer,
  CardBody,
  CardFormKey,
  EndAttention,
  MatchingQuery,
  PixOfOrder,
  PixOfPart,
  Refund,
} from '../payments.ts';
import { RefundReply, RefundRequest, UnresolvedPayment, UnresolvedPayments } from '../refunds.ts';
import {
  ACCEPT_REFUSALS,
  END_ATTENTION_REFUSALS,
  PAYMENT_REFUSALS,
  REFUND_REFUSALS,
} from '../refusals/payment.ts';

const OfOrder = z.object({ code: z.string().max(40) });
const OfAttempt = z.object({ code: z.string().max(40), attemptId: z.uuid() });
const AttemptId = z.object({ attemptId: z.uuid() });

export const readCardFormKey = defineContract({
  method: 'get',
  path: '/api/payments/public-key',
  summary: 'What the card form needs',
  access: 'everybody',
  answers: { 200: CardFormKey },
  refusals: PAYMENT_REFUSALS,
});

export const startPix = defineContract({
  method: 'post',
  path: '/api/orders/{code}/pix',
  summary: 'Pay by PIX: the open code, or a new one',
  access: 'customer',
  params: OfOrder,
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const readPix = defineContract({
  method: 'get',
  path: '/api/orders/{code}/pix/{attemptId}',
  summary: 'How a PIX stands; looks at the provider while it is waited for',
  access: 'customer',
  params: OfAttempt,
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const payByCard = defineContract({
  method: 'post',
  path: '/api/orders/{code}/card',
  summary: 'Pay by card',
  access: 'customer',
  params: OfOrder,
  body: CardBody,
  answers: { 200: CardAnswer },
  refusals: PAYMENT_REFUSALS,
});

export const readCard = defineContract({
  method: 'get',
  path: '/api/orders/{code}/card/{attemptId}',
  summary: 'How a card payment stands',
  access: 'customer',
  params: OfAttempt,
  answers: { 200: CardAnswer },
  refusals: PAYMENT_REFUSALS,
});

export const hearProvider = defineContract({
  method: 'post',
  path: '/api/webhooks/mercadopago',
  summary: "The provider's notices; signed, or without effect",
  access: 'everybody',
  answers: { 200: null },
});

// The store's own device asks these of the relay.
export const startPixOfOrder = defineContract({
  method: 'post',
  path: '/edge/payments/pix',
  summary: 'A PIX for an order that was taken on the LAN',
  access: 'device',
  body: PixOfOrder,
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const startPixOfPart = defineContract({
  method: 'post',
  path: '/edge/payments/parts/pix',
  summary: 'A PIX for a part of such an order; asked twice it is the same',
  access: 'device',
  body: PixOfPart,
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const startPixOfDifference = defineContract({
  method: 'post',
  path: '/edge/payments/differences/pix',
  summary: 'A PIX for what a paid order still owes; asked twice it is the same',
  access: 'device',
  // `totalCents` is what is owed, `part` the id under which it will be kept.
  body: PixOfPart,
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const readPixOfStore = defineContract({
  method: 'get',
  path: '/edge/payments/pix/{attemptId}',
  summary: 'How a PIX stands; looks at the provider while it is waited for',
  access: 'device',
  params: AttemptId,
  query: // An older store does not say whose it should be.
    z.object({ orderId: z.uuid().optional() }),
  answers: { 200: PixPayment },
  refusals: PAYMENT_REFUSALS,
});

export const cancelOpenAttempt = defineContract({
  method: 'post',
  path: '/edge/payments/cancel',
  summary: 'Ends the open attempt of an order that is paid otherwise',
  access: 'device',
  body: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ cancelled: z.boolean() }) },
});

export const refundAttempt = defineContract({
  method: 'post',
  path: '/edge/payments/refund',
  summary: 'Gives a payment back, whole or in part; asked twice, it happens once',
  access: 'device',
  body: AskRefund,
  answers: { 200: Refund },
  refusals: REFUND_REFUSALS,
});

export const listAttempts = defineContract({
  method: 'get',
  path: '/edge/payments/attempts',
  summary: 'The attempts of an order, with their refunds',
  access: 'device',
  query: z.object({ orderId: z.uuid() }),
  answers: { 200: z.object({ attempts: z.array(Attempt) }) },
});

export const readCardOfStore = defineContract({
  method: 'get',
  path: '/edge/payments/card/{attemptId}',
  summary: 'How a card payment stands',
  access: 'device',
  params: AttemptId,
  answers: { 200: CardAnswer },
  refusals: PAYMENT_REFUSALS,
});

export const listAttention = defineContract({
  method: 'get',
  path: '/edge/payments/attention',
  summary: 'What a person must look at',
  access: 'device',
  answers: { 200: AttentionItems },
});

export const endAttention = defineContract({
  method: 'post',
  path: '/edge/payments/attention/done',
  summary: 'A person has dealt with it',
  access: 'device',
  body: EndAttention,
  answers: { 200: z.object({ ended: z.boolean() }) },
  refusals: END_ATTENTION_REFUSALS,
});

export const acceptAttention = defineContract({
  method: 'post',
  path: '/edge/payments/attention/accept',
  summary: 'A person takes money that was set aside for the order all the same',
  access: 'device',
  body: AcceptAttention,
  answers: { 200: z.object({ accepted: z.literal(true) }) },
  refusals: ACCEPT_REFUSALS,
});

export const matchDay = defineContract({
  method: 'get',
  path: '/edge/payments/matching',
  summary: "A day's payments at the provider against ours and the orders",
  access: 'device',
  query: MatchingQuery,
  answers: { 200: MatchingDay },
  refusals: PAYMENT_REFUSALS,
});

export const findStaticPix = defineContract({
  method: 'post',
  path: '/edge/payments/static-pix',
  summary: 'Which sales by the static code the account was paid for',
  access: 'device',
  body: SoughtPixes,
  answers: { 200: FoundPixes },
  refusals: PAYMENT_REFUSALS,
});

export const listBooked = defineContract({
  method: 'get',
  path: '/edge/payments/booked',
  summary: "A month's payments and refunds as we have them, for the provider's statement",
  access: 'device',
  query: BookedQuery,
  answers: { 200: BookedMonth },
});

// The shop's people ask these of the store, which asks the relay: its words are passed on as they are.
export const refundOrder = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/refund',
  summary: 'Give a paid order back, whole or in part',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  body: RefundRequest,
  answers: { 200: RefundReply },
});

export const listUnresolved = defineContract({
  method: 'get',
  path: '/api/staff/payments/unresolved',
  summary: 'Payments that a person must look at, oldest first',
  access: 'staff',
  answers: { 200: UnresolvedPayments },
});

export const resolvePayment = defineContract({
  method: 'post',
  path: '/api/staff/payments/{id}/resolve',
  summary: 'End one of them by its action',
  access: 'staff',
  params: z.object({ id: z.string().max(80) }),
  body: UnresolvedPayment.pick({ action: true }),
  // `refund`: where money goes back by it, how far that got.
  answers: { 200: z.object({ done: z.boolean(), refund: RefundReply.optional() }) },
});

export const readMatching = defineContract({
  method: 'get',
  path: '/api/staff/payments/matching',
  summary: "A day's payments at the provider against ours",
  access: 'staff',
  query: z.object({ day: z.iso.date() }),
  answers: { 200: MatchedDay },
});

export const readBooked = defineContract({
  method: 'get',
  path: '/api/staff/payments/booked',
  summary: "A month's online payments as the shop has them; the statement itself stays in the browser",
  access: 'staff',
  query: z.object({ month: Month }),
  answers: { 200: BookedMonth },
});

export const downloadMatching = defineContract({
  method: 'get',
  path: '/api/staff/payments/matching.csv',
  summary: 'The same as a table for a spreadsheet',
  access: 'staff',
  query: z.object({ day: z.iso.date() }),
  answers: { 200: { media: 'text/csv' } },
});
