// By how much this machine's clock differs from the relay's: every answer says what time it is there.
import type { RelayClient } from '../../shop/relay/relay-client.ts';

const ANSWER_MS_MAX = 3000;

/** Our clock minus its own, from the header that every answer has; null when it does not answer. */
export async function clockDifference(
  request: RelayClient['request'],
  clock: () => number,
): Promise<number | null> {
  try {
    const askedAtMs = clock();
    const response = await request('/healthz', { timeoutMs: ANSWER_MS_MAX });
    await response.body?.cancel();
    const relayAtMs = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(relayAtMs) ? null : Math.round((askedAtMs + clock()) / 2) - relayAtMs;
  } catch {
    // Not reached: the link's own check says so.
    return null;
  }
}
