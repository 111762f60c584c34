// The first run, other way: a machine without an owner becomes a store that was. In the shop only, with the setup code.
import { defineContract } from '../contract.ts';
import { RESTORE_REFUSALS } from '../refusals/restore.ts';
import { RestoreCode, RestoreFromCopy, RestoreFromRelay, RestoreSources, RestoreState } from '../restore.ts';

export const readRestore = defineContract({
  method: 'get',
  path: '/api/setup/restore',
  summary: 'How far it is; also after the store has become the restored one',
  access: 'everybody',
  answers: { 200: RestoreState },
});

export const listRestoreSources = defineContract({
  method: 'post',
  path: '/api/setup/restore/sources',
  summary: 'What there is to restore from',
  access: 'everybody',
  body: RestoreCode,
  answers: { 200: RestoreSources },
  refusals: RESTORE_REFUSALS,
});

export const restoreFromRelay = defineContract({
  method: 'post',
  path: '/api/setup/restore/relay',
  summary: "Restore from the relay's copy; goes on by itself",
  access: 'everybody',
  body: RestoreFromRelay,
  answers: { 202: RestoreState },
  refusals: RESTORE_REFUSALS,
});

export const restoreFromCopy = defineContract({
  method: 'post',
  path: '/api/setup/restore/copy',
  summary: 'Restore from one of the copies that were listed; goes on by itself',
  access: 'everybody',
  body: RestoreFromCopy,
  answers: { 202: RestoreState },
  refusals: RESTORE_REFUSALS,
});

export const restoreFromFile = defineContract({
  method: 'post',
  path: '/api/setup/restore/file',
  summary: 'Restore from the file in the body, with the code in a header; goes on by itself',
  access: 'everybody',
  answers: { 202: RestoreState },
  refusals: RESTORE_REFUSALS,
});
