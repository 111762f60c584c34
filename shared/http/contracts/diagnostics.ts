// How the machine does, for the administrator's screen and as a file for whoever helps.
import { defineContract } from '../contract.ts';
import { Diagnostics, DiagnosticsBundle } from '../diagnostics.ts';

export const readDiagnostics = defineContract({
  method: 'get',
  path: '/api/staff/diagnostics',
  summary: 'How the machine does',
  access: 'staff',
  answers: { 200: Diagnostics },
});

export const downloadDiagnostics = defineContract({
  method: 'get',
  path: '/api/staff/diagnostics/bundle',
  summary: 'The same as a file that names nobody',
  access: 'staff',
  answers: { 200: DiagnosticsBundle },
});
