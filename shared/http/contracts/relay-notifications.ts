// The owner's notifications, as a store asks its relay for them.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import {
  AddedPushDevice,
  OwnedPushDevice,
  OwnerPush,
  PushOwners,
  RemovedPushDevice,
  TestedPush,
} from '../push.ts';
import { DEVICE_REFUSALS } from '../refusals/notifications.ts';

export const readAlarms = defineContract({
  method: 'get',
  path: '/edge/push',
  summary: 'Who is told of alarms, and what was told',
  access: 'device',
  answers: { 200: OwnerPush },
});

export const addAlarmDevice = defineContract({
  method: 'post',
  path: '/edge/push/devices',
  summary: "An owner's device hears alarms from now on",
  access: 'device',
  body: OwnedPushDevice,
  answers: { 200: AddedPushDevice },
  refusals: DEVICE_REFUSALS,
});

export const keepAlarmDevices = defineContract({
  method: 'put',
  path: '/edge/push/owners',
  summary: 'The users who may hear alarms; the devices of all others are forgotten',
  access: 'device',
  body: PushOwners,
  answers: { 204: null },
});

export const removeAlarmDevice = defineContract({
  method: 'delete',
  path: '/edge/push/devices/{id}',
  summary: 'A device hears no more alarms',
  access: 'device',
  params: z.object({ id: z.uuid() }),
  answers: { 200: RemovedPushDevice },
});

export const testAlarms = defineContract({
  method: 'post',
  path: '/edge/push/test',
  summary: 'Sends every device a message',
  access: 'device',
  answers: { 200: TestedPush },
});
