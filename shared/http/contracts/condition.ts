// What keeps the store from its whole work, and the way out of the safe mode.
import { Condition } from '../condition.ts';
import { defineContract } from '../contract.ts';

export const readCondition = defineContract({
  method: 'get',
  path: '/api/staff/condition',
  summary: 'What is wrong now, in words for every staff screen',
  access: 'staff',
  answers: { 200: Condition },
});

export const leaveSafeMode = defineContract({
  method: 'post',
  path: '/api/staff/condition/try-again',
  summary: 'End the safe mode: the store does its whole work again',
  access: 'staff',
  answers: { 204: null },
});
