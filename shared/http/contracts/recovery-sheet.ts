// The recovery sheet for an administrator: on the screen and on paper, in the shop only.
import { defineContract } from '../contract.ts';
import { RecoverySheet, RecoverySheetPrinted, RecoverySheetState } from '../recovery-sheet.ts';
import { PRINT_SHEET_REFUSALS, REPLACE_CODE_REFUSALS } from '../refusals/recovery-sheet.ts';

export const readRecoverySheetState = defineContract({
  method: 'get',
  path: '/api/staff/recovery-sheet',
  summary: 'When it was last seen',
  access: 'staff',
  answers: { 200: RecoverySheetState },
});

export const showRecoverySheet = defineContract({
  method: 'post',
  path: '/api/staff/recovery-sheet/show',
  summary: 'The sheet',
  access: 'staff',
  answers: { 200: RecoverySheet },
});

export const replaceRecoveryCode = defineContract({
  method: 'post',
  path: '/api/staff/recovery-sheet/replace',
  summary: 'The sheet with another code; the one before opens nothing new',
  access: 'staff',
  answers: { 200: RecoverySheet },
  refusals: REPLACE_CODE_REFUSALS,
});

export const printRecoverySheet = defineContract({
  method: 'post',
  path: '/api/staff/recovery-sheet/print',
  summary: 'The sheet on paper',
  access: 'staff',
  answers: { 200: RecoverySheetPrinted },
  refusals: PRINT_SHEET_REFUSALS,
});
