// How Mercado Pago is called, whichever of its interfaces: with a time limit that covers the body too, and again under the same key.
// Logs nothing, for its errors may carry what was sent.
import { MercadoPagoConfig } from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { RestClient } from 'mercadopago/dist/utils/restClient/index.js';
import type { z } from 'zod';
import { asPart } from '@balcao/shared/host/traces.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { failureOf, within } from './mercado-pago-failure.ts';
import type { Account, ProviderFailure, ProviderResult } from './provider.ts';

export type MercadoPagoOptions = {
  /** Another address than the provider's own, such as the simulator's. The SDK keeps it for the whole process. */
  baseUrl?: string | undefined;
  /** For one try, body included. */
  timeoutMs?: number;
  triesMax?: number;
  retryDelayMs?: number;
  /** What the search of orders counts its days from; the machine's clock where it is not given. */
  clock?: () => number;
};

const RETRY_DELAY_MS_MAX = 4000;

type Tries = { idempotencyKey?: string; headers?: Record<string, string> };

/** One call with its tries: what was answered, checked against the shape. */
export type Call = <T>(
  account: Account,
  shape: z.ZodType<T>,
  run: (config: MercadoPagoConfig) => Promise<unknown>,
  tries?: Tries,
) => Promise<ProviderResult<T>>;

export function createCall(options: MercadoPagoOptions): Call {
  const { timeoutMs = 8000, triesMax = 3, retryDelayMs = 300 } = options;
  // The SDK declares the address read-only and reads it at each call.
  if (options.baseUrl)
    (AppConfig as { BASE_URL: string }).BASE_URL = options.baseUrl.replace(/(?<!\/)\/+$/, '');

  // A client per call: the SDK writes the options of a call (the key too) into the client's own configuration.
  const configFor = (account: Account, tries: Tries): MercadoPagoConfig => {
    const requestOptions = {
      timeout: timeoutMs,
      // Retries are ours: the SDK's time-out ends with the headers, and a body that never ends would hang us.
      maxRetries: 0,
      ...(tries.idempotencyKey === undefined ? {} : { idempotencyKey: tries.idempotencyKey }),
      // Not in the SDK's types, but what it spreads over its own headers.
      ...(tries.headers === undefined
        ? {}
        : { headers: { Authorization: `Bearer ${account.accessToken}`, ...tries.headers } }),
    };
    return new MercadoPagoConfig({ accessToken: account.accessToken, options: requestOptions });
  };

  const tried: Call = async (account, shape, run, tries = {}) => {
    let failure: ProviderFailure = { kind: 'unreachable', detail: 'not tried' };
    let mayHaveHappened = false;
    for (let attempt = 1; attempt <= triesMax; attempt += 1) {
      try {
        const answer = shape.safeParse(await within(timeoutMs + 500, run(configFor(account, tries))));
        if (answer.success) return accepted(answer.data);
        failure = { kind: 'unreachable', detail: 'unreadable answer' };
      } catch (error) {
        failure = failureOf(error);
      }
      // A 'no' to the second try does not undo a first one that was never answered.
      if (failure.kind === 'unreachable') mayHaveHappened = true;
      else if (mayHaveHappened && tries.idempotencyKey !== undefined && isNo(failure))
        failure = { kind: 'unreachable', detail: 'detail' in failure ? failure.detail : failure.kind };
      const delayMs =
        failure.kind === 'unreachable'
          ? retryDelayMs * 2 ** (attempt - 1)
          : failure.kind === 'busy'
            ? failure.retryAfterMs
            : null;
      // To be told to wait for longer than a customer would is an answer.
      if (delayMs === null || delayMs > RETRY_DELAY_MS_MAX || attempt === triesMax) return refused(failure);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    return refused(failure);
  };
  return (...asked) =>
    asPart(
      'mercado-pago',
      'client',
      () => tried(...asked),
      (answer) =>
        answer.ok
          ? {}
          : {
              facts: { 'balcao.answer': answer.refusal.kind },
              failed: answer.refusal.kind === 'unreachable',
            },
    );
}

/** What the SDK has no client for, or one that leaves out the deadline. */
export const getJson = (path: string, { accessToken, options }: MercadoPagoConfig): Promise<unknown> =>
  RestClient.fetch(path, { ...options, headers: { Authorization: `Bearer ${accessToken}` } });

const isNo = ({ kind }: ProviderFailure): boolean =>
  kind === 'refused' || kind === 'not-found' || kind === 'not-now';
