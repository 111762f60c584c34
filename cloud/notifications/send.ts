// One notification to one browser's push service, encrypted for that browser and signed by the store's key; or one alarm
// to the webhook. Says how it went, logs nothing of what was in it.
import type { PushMessage } from '@balcao/shared/http/push.ts';
import type { PushKeyPair } from './keys.ts';

/** `gone`: the browser no longer wants it. `useless`: asking again would bring the same answer. */
export type Sent =
  | { outcome: 'taken' }
  | { outcome: 'gone' }
  | { outcome: 'useless'; status: number }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null };

const TIMEOUT_MS = 10_000;
export const RETRY_AFTER_SECONDS_MAX = 3600;

export async function sendPush(options: {
  to: { endpoint: string; p256dh: string; auth: string };
  keys: PushKeyPair;
  /** Who sends, for the push service: an https address. */
  subject: string;
  message: PushMessage;
  ttlSeconds: number;
}): Promise<Sent> {
  const { to, keys, message } = options;
  // What is loaded on first use stays out of the start.
  const { encrypt, getVapidHeaders } = (await import('web-push')).default;
  const { cipherText } = encrypt(to.p256dh, to.auth, JSON.stringify(message), 'aes128gcm');
  const vapid = getVapidHeaders(
    new URL(to.endpoint).origin,
    options.subject,
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
  );
  return post(to.endpoint, new Uint8Array(cipherText), {
    ...vapid,
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(options.ttlSeconds),
    urgency: 'high',
  });
}

/** The alarm as JSON, for whoever runs the relay. */
export const sendWebhook = (url: string, body: Record<string, unknown>): Promise<Sent> =>
  post(url, JSON.stringify(body), { 'content-type': 'application/json' });

async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Sent> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
  } catch (error) {
    return {
      outcome: 'later',
      reason: error instanceof Error ? error.name : 'unreachable',
      retryAfterMs: null,
    };
  }
  const { status } = response;
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? '');
    const retryAfterMs = seconds > 0 ? Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1000 : null;
    return { outcome: 'later', reason: `answered ${status}`, retryAfterMs };
  }
  return { outcome: 'useless', status };
}
