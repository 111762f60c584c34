// The store's own release: how it is, a file to take in, and the asking. Everything but the looking is for the shop's network only.
import { defineContract } from '../contract.ts';
import { UPDATE_LOOK_REFUSALS, UPDATE_REFUSALS } from '../refusals/update.ts';
import { ReleaseFile, UpdateChoice, UpdateRequest, UpdateState } from '../update.ts';

export const readUpdate = defineContract({
  method: 'get',
  path: '/api/staff/update',
  summary: 'The version, and how the last update went',
  access: 'staff',
  answers: { 200: UpdateState },
});

export const uploadRelease = defineContract({
  method: 'put',
  path: '/api/staff/update/file',
  summary: 'Take a release file in; the body is the file',
  access: 'staff',
  answers: { 200: ReleaseFile },
  refusals: UPDATE_REFUSALS,
});

export const requestUpdate = defineContract({
  method: 'post',
  path: '/api/staff/update',
  summary: 'Ask the updater to install',
  access: 'staff',
  body: UpdateRequest,
  answers: { 202: UpdateState },
  refusals: UPDATE_REFUSALS,
});

export const lookForUpdate = defineContract({
  method: 'post',
  path: '/api/staff/update/look',
  summary: 'Ask the updater what is newest',
  access: 'staff',
  answers: { 202: UpdateState },
  refusals: UPDATE_LOOK_REFUSALS,
});

export const chooseUpdates = defineContract({
  method: 'put',
  path: '/api/staff/update/choice',
  summary: 'Set whether releases come by themselves, and of which channel',
  access: 'staff',
  body: UpdateChoice,
  answers: { 200: UpdateState },
});
