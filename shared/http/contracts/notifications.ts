// Notifications: a customer's for one order, on the relay; the owner's of alarms, which the store asks the relay for.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import { OrderCode } from '../orders.ts';
import {
  AddedPushDevice,
  NewPushDevice,
  OwnerPush,
  PushEndpoint,
  PushKey,
  PushSubscriptionBody,
  RemovedPushDevice,
  TestedPush,
} from '../push.ts';
import { READY_NOTICE_REFUSALS } from '../refusals/notifications.ts';
import { READ_REFUSALS } from '../refusals/order-routes.ts';

export const readPushKey = defineContract({
  method: 'get',
  path: '/api/push/public-key',
  summary: 'What a browser subscribes to notifications with',
  access: 'everybody',
  answers: { 200: PushKey },
});

export const turnReadyNoticeOn = defineContract({
  method: 'post',
  path: '/api/orders/{code}/push',
  summary: 'Be told when the order is ready',
  access: 'customer',
  params: OrderCode,
  body: PushSubscriptionBody,
  answers: { 204: null },
  refusals: READY_NOTICE_REFUSALS,
});

export const turnReadyNoticeOff = defineContract({
  method: 'delete',
  path: '/api/orders/{code}/push',
  summary: 'Not be told after all',
  access: 'customer',
  params: OrderCode,
  body: PushEndpoint,
  answers: { 204: null },
  refusals: READ_REFUSALS,
});

export const readAlarms = defineContract({
  method: 'get',
  path: '/api/staff/push',
  summary: 'Which devices are rung, and the alarms of late',
  access: 'staff',
  answers: { 200: OwnerPush },
});

export const addAlarmDevice = defineContract({
  method: 'post',
  path: '/api/staff/push/devices',
  summary: 'This device hears alarms from now on',
  access: 'staff',
  body: NewPushDevice,
  answers: { 200: AddedPushDevice },
});

export const removeAlarmDevice = defineContract({
  method: 'delete',
  path: '/api/staff/push/devices/{id}',
  summary: 'A device hears no more alarms',
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  answers: { 200: RemovedPushDevice },
});

export const testAlarms = defineContract({
  method: 'post',
  path: '/api/staff/push/test',
  summary: 'Send every device a message',
  access: 'staff',
  answers: { 200: TestedPush },
});
