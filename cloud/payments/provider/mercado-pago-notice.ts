// Is a notice from Mercado Pago, and recent? The SDK's validator compares; we only try the forms that the
// provider is known to use. A notice proves nothing about a payment: it says which one to fetch.
import { createHash } from 'node:crypto';
import { InvalidWebhookSignatureError, SignatureFailureReason, WebhookSignatureValidator } from 'mercadopago';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { isOrderId } from './mercado-pago-order.ts';
import type { Notice, NoticeEnvelope, NoticeRefusal, NoticeTopic } from './provider.ts';

/** The provider tries again for two weeks and may sign only once; a notice is dealt with once, however old it is. */
const NOTICE_AGE_SECONDS_MAX = 15 * 86_400;
/** As far ahead as its clock may be of ours. */
export const NOTICE_AHEAD_SECONDS_MAX = 600;
const ACTIONS = ['payment.created', 'payment.updated'];

export function verifyNotice(
  secret: string | null,
  envelope: NoticeEnvelope,
  nowMs: number,
): Result<Notice | null, NoticeRefusal> {
  if (secret === null || secret === '' || envelope.signature === null) return refused('unsigned');
  const { dataId } = envelope;
  // An absent id would leave the payment out of what is signed.
  if (dataId === null || !/^[0-9A-Za-z_-]{1,64}$/.test(dataId)) return refused('malformed');

  // Which of two would be the signed one?
  if ((envelope.signature.match(/(?:^|,)\s*ts\s*=/gi) ?? []).length > 1) return refused('malformed');

  let reason: NoticeRefusal = 'forged';
  for (const form of new Set([dataId, dataId.toLowerCase()])) {
    const refusal = refusalOf(secret, { ...envelope, dataId: form }, nowMs);
    if (refusal === null) return accepted(noticeOf(dataId, envelope));
    if (refusal !== 'forged') reason = refusal;
  }
  return refused(reason);
}

function refusalOf(secret: string, envelope: NoticeEnvelope, nowMs: number): NoticeRefusal | null {
  // The validator reads `ts` as seconds. Where it is in milliseconds, a clock and a tolerance in
  // thousandths make the same comparison come out right; a value fits at most one of the two units.
  for (const scale of [1, 1000]) {
    try {
      WebhookSignatureValidator.validate({
        xSignature: envelope.signature,
        xRequestId: envelope.requestId,
        dataId: envelope.dataId,
        secret,
        toleranceSeconds: NOTICE_AGE_SECONDS_MAX * scale,
        now: () => nowMs * scale,
      });
      // The validator's tolerance is the same both ways.
      const aheadMs = (Number(stampOf(envelope.signature ?? '')) * 1000) / scale - nowMs;
      return aheadMs > NOTICE_AHEAD_SECONDS_MAX * 1000 ? 'too-old' : null;
    } catch (error) {
      if (!(error instanceof InvalidWebhookSignatureError)) throw error;
      switch (error.reason) {
        case SignatureFailureReason.TimestampOutOfTolerance:
          continue;
        case SignatureFailureReason.SignatureMismatch:
          return 'forged';
        default:
          return 'malformed';
      }
    }
  }
  return 'too-old';
}

function noticeOf(paymentId: string, envelope: NoticeEnvelope): Notice | null {
  const body =
    typeof envelope.body === 'object' && envelope.body !== null
      ? (envelope.body as Record<string, unknown>)
      : {};
  const topic = topicOf(body['type']);
  if (topic === null) return null;
  const action = ACTIONS.find((one) => one === body['action']) ?? 'payment';
  // Only what is signed tells one notice from another: beside it, whoever has seen one could write what they like, the action too,
  // and have the provider asked for each.
  const signed = `${envelope.requestId ?? ''};${stampOf(envelope.signature ?? '')}`;
  const own = createHash('sha256').update(signed).digest('base64url').slice(0, 24);
  const noticeId = `${paymentId.toLowerCase()}:${own}`;
  return { noticeId, paymentId: isOrderId(paymentId) ? paymentId.toUpperCase() : paymentId, action, topic };
}

const TOPICS: Partial<Record<string, NoticeTopic>> = {
  payment: 'payment',
  // The Orders API's: an order has one payment.
  order: 'payment',
  topic_chargebacks_wh: 'chargeback',
  topic_claims_integration_wh: 'claim',
  stop_delivery_op_wh: 'stop-delivery',
};
const topicOf = (type: unknown): NoticeTopic | null =>
  type === undefined ? 'payment' : typeof type === 'string' ? (TOPICS[type] ?? null) : null;

const stampOf = (signature: string): string => /(?:^|,)\s*ts\s*=\s*(\d+)/i.exec(signature)?.[1] ?? '';
