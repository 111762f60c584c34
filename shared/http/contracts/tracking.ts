// Finding orders without their token, on both servers.
import { defineContract } from '../contract.ts';
import { TrackReply, TrackRequest } from '../orders.ts';
import { TRACKING_REFUSALS } from '../refusals/tracking.ts';

export const trackOrders = defineContract({
  method: 'post',
  path: '/api/track',
  summary: 'Find orders by phone, code or number',
  access: 'everybody',
  body: TrackRequest,
  answers: { 200: TrackReply },
  refusals: TRACKING_REFUSALS,
});
