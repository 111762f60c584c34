// Copies of the store's database: what there is, one more now, one as a file; and the sticks that they go to.
import { z } from 'zod';
import { Backup, Backups, BackupSettings, EnrolStick } from '../backups.ts';
import { defineContract } from '../contract.ts';
import { NO_BACKUP_REFUSALS, REHEARSAL_REFUSALS, STICK_REFUSALS } from '../refusals/backups.ts';

export const listBackups = defineContract({
  method: 'get',
  path: '/api/staff/backups',
  summary: 'The copies there are, newest first',
  access: 'staff',
  answers: { 200: Backups },
});

export const makeBackup = defineContract({
  method: 'post',
  path: '/api/staff/backups',
  summary: 'Make a copy now',
  access: 'staff',
  answers: { 201: Backup },
});

export const rehearseRestore = defineContract({
  method: 'post',
  path: '/api/staff/backups/rehearsal',
  summary: 'Try whether the copies outside can be restored; goes on by itself',
  access: 'staff',
  answers: { 202: null },
  refusals: REHEARSAL_REFUSALS,
});

export const downloadBackup = defineContract({
  method: 'get',
  path: '/api/staff/backups/{name}',
  summary: 'A copy as a file, in the shop only',
  access: 'staff',
  params: z.object({ name: z.string() }),
  answers: { 200: { media: 'application/octet-stream' } },
  refusals: NO_BACKUP_REFUSALS,
});

export const setBackupAge = defineContract({
  method: 'put',
  path: '/api/staff/backups',
  summary: 'Set how old a copy may get',
  access: 'staff',
  body: BackupSettings,
  answers: { 200: BackupSettings },
});

export const enrolStick = defineContract({
  method: 'post',
  path: '/api/staff/backups/sticks',
  summary: 'Take a stick for copies; answers the first one that went to it',
  access: 'staff',
  body: EnrolStick,
  answers: { 201: Backup },
  refusals: STICK_REFUSALS,
});

export const forgetStick = defineContract({
  method: 'delete',
  path: '/api/staff/backups/sticks/{id}',
  summary: 'Let nothing more go to a stick',
  access: 'staff',
  params: EnrolStick,
  answers: { 204: null },
  refusals: STICK_REFUSALS,
});
