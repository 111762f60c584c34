// Remote help: the owner's switch, and the one thing that the code opens.
import { defineContract } from '../contract.ts';
import { HelpDiagnostics, HelpOpened, HelpRequest, HelpState } from '../help.ts';
import { HELP_REFUSALS } from '../refusals/help.ts';

export const readHelp = defineContract({
  method: 'get',
  path: '/api/staff/help',
  summary: 'Whether remote help is open',
  access: 'staff',
  answers: { 200: HelpState },
});

export const openHelp = defineContract({
  method: 'post',
  path: '/api/staff/help',
  summary: 'Open remote help, in the shop only; the code is told this once',
  access: 'staff',
  answers: { 201: HelpOpened },
});

export const endHelp = defineContract({
  method: 'delete',
  path: '/api/staff/help',
  summary: 'End remote help',
  access: 'staff',
  answers: { 200: HelpState },
});

export const readHelpDiagnostics = defineContract({
  method: 'post',
  path: '/api/help/diagnostics',
  summary: 'Diagnostics for whoever helps from afar',
  access: 'everybody',
  body: HelpRequest,
  answers: { 200: HelpDiagnostics },
  refusals: HELP_REFUSALS,
});
