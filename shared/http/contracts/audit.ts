// Who changed what.
import { AuditPage, AuditQuery } from '../audit.ts';
import { defineContract } from '../contract.ts';

export const readAuditPage = defineContract({
  method: 'get',
  path: '/api/staff/audit',
  summary: 'Who changed what, newest first',
  access: 'staff',
  query: AuditQuery,
  answers: { 200: AuditPage },
});
