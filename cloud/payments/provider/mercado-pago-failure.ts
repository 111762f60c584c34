// What the provider's errors say of a try: that it may have happened, that it was refused, or that the account is wrong.
import { MercadoPagoError, MPRateLimitError } from 'mercadopago';
import { z } from 'zod';
import { TERMINAL_BUSY, TERMINAL_UNKNOWN, type ProviderFailure } from './provider.ts';

/** Refusals that say 'this payment is not in a state for that'. */
const NOT_NOW = new Set(['2018', '2063', '2032', '4039']);
/** Faults of the request or the account that the provider answers with 500: asking again changes nothing. */
const FINAL_500 = new Set(['not_found', 'payer_cannot_be_nil']);
/** 403 that is no matter of the token: the payer is the shop itself, or a test's and the shop's accounts are mixed. */
const FORBIDDEN_PAYER = '4390';
/** What is refused for a terminal's sake: no conflict over a key, and no matter of the token. */
const OF_THE_TERMINAL = new Set([TERMINAL_BUSY, TERMINAL_UNKNOWN]);
/** The balance of the account does not cover a refund. */
const NO_BALANCE = new Set(['2030', '2031']);

const CauseJson = z.looseObject({ code: z.union([z.string(), z.number()]) });

/** What went wrong with a call of the SDK. Throws what is no failure of the provider. */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof TooLate) return { kind: 'unreachable', detail: 'no answer in time' };
  if (error instanceof NotNow) return { kind: 'not-now', detail: error.message };
  if (!(error instanceof MercadoPagoError)) throw error;
  if (error instanceof MPRateLimitError)
    return { kind: 'busy', retryAfterMs: (error.retryAfter ?? 1) * 1000 };
  const code = String(CauseJson.safeParse(error.causes[0]).data?.code ?? error.error).slice(0, 40);
  // Only code and status: the message may repeat what was sent.
  const detail = `HTTP ${error.status} ${code}`.trim();
  switch (true) {
    case OF_THE_TERMINAL.has(code):
    case error.status === 500 && FINAL_500.has(code):
    case error.status === 403 && code === FORBIDDEN_PAYER:
      return { kind: 'refused', code, detail };
    // A conflict over a key means that another request with it is under way or went through.
    case error.status === 0 || error.status >= 500 || [408, 409, 423, 424].includes(error.status):
      return { kind: 'unreachable', detail: error.status === 0 ? 'no connection' : detail };
    case error.status === 401 || error.status === 403:
      return { kind: 'credentials', code, detail };
    // Also as a 404: in the provider's words a key that was used and a refund that is not there are one code.
    case NOT_NOW.has(code):
      return { kind: 'not-now', detail };
    case NO_BALANCE.has(code):
      return { kind: 'no-balance', detail };
    case error.status === 404:
      return { kind: 'not-found' };
    default:
      return { kind: 'refused', code, detail };
  }
}

/** `work`, or a failure once it took longer than `ms`. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

class TooLate extends Error {}

/** A call that the payment's state does not allow, where the answer's code alone does not say so. The message: status and code only. */
export class NotNow extends Error {}
