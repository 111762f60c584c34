// Switches the notice of one order on and off. Loaded with the tap: few customers do, and all would carry it.
import type { PushKey } from '@balcao/shared/http/push.ts';
import { tokenOf } from './kept-orders.ts';
import { pushEndpoint, PushRefused, subscribeToPush } from './push.ts';
import { ApiError, request, sentenceOf } from './request.ts';

/** Null when it is done, else why it is not, in words for the customer. */
export async function switchReadyNotice(code: string, on: boolean): Promise<string | null> {
  const path = `/api/orders/${encodeURIComponent(code)}/push`;
  const token = tokenOf(code);
  try {
    if (on) {
      const { publicKey } = await request<PushKey>('/api/push/public-key');
      await request(path, { body: await subscribeToPush(publicKey), token });
    } else {
      const endpoint = await pushEndpoint();
      if (endpoint !== null) await request(path, { method: 'DELETE', body: { endpoint }, token });
    }
    return null;
  } catch (error) {
    if (error instanceof PushRefused) return error.message;
    if (error instanceof ApiError) return sentenceOf(error);
    throw error;
  }
}
