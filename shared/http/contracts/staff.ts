// What every signed-in person asks for: who they are, live events; and the pause that the kitchen takes.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { PauseReply, PauseRequest } from '../pause.ts';
import { Me } from '../staff.ts';

export const readMe = defineContract({
  method: 'get',
  path: '/api/staff/me',
  summary: 'Who is signed in',
  access: 'staff',
  answers: { 200: Me },
});

export const pauseOrders = defineContract({
  method: 'post',
  path: '/api/staff/pause',
  summary: 'Take no orders of customers for some minutes, or take them again',
  access: 'staff',
  body: PauseRequest,
  answers: { 200: PauseReply },
});

export const hearStaffEvents = defineContract({
  method: 'get',
  path: '/api/staff/live',
  summary: 'Server-sent events of what the role may see; since the row of the log that was seen last',
  access: 'staff',
  query: z.object({ since: z.string().optional() }),
  answers: { 200: { media: 'text/event-stream' } },
});
