// Switches the notice of one order on and off. Loaded with the tap: few customers do, and all would carry it.
import { tokenOf } from './kept-orders.ts';
import { pushEndpoint, PushRefused, subscribeToPush } from './push.ts';
import { ApiError, call, sentenceOf } from './request.ts';

/** Null when it is done, else why it is not, in words for the customer. */
export async function switchReadyNotice(code: string, on: boolean): Promise<string | null> {
  const ofOrder = { params: { code }, token: tokenOf(code) };
  try {
    if (on) {
      const { publicKey } = await call('GET /api/push/public-key');
      const body = await subscribeToPush(publicKey);
      await call('POST /api/orders/{code}/push', { ...ofOrder, body });
    } else {
      const endpoint = await pushEndpoint();
      if (endpoint !== null) await call('DELETE /api/orders/{code}/push', { ...ofOrder, body: { endpoint } });
    }
    return null;
  } catch (error) {
    if (error instanceof PushRefused) return error.message;
    if (error instanceof ApiError) return sentenceOf(error);
    throw error;
  }
}
