// How long personal data is kept, and one person's data on request.
import { defineContract } from '../contract.ts';
import { Erased, PersonFile, PersonRequest, PersonSummary, Privacy } from '../privacy.ts';

export const readPrivacy = defineContract({
  method: 'get',
  path: '/api/staff/privacy',
  summary: 'How long personal data is kept',
  access: 'staff',
  answers: { 200: Privacy },
});

export const setPrivacy = defineContract({
  method: 'put',
  path: '/api/staff/privacy',
  summary: 'Set how long personal data is kept',
  access: 'staff',
  body: Privacy,
  answers: { 200: Privacy },
});

export const readPerson = defineContract({
  method: 'post',
  path: '/api/staff/privacy/person',
  summary: 'What is kept about a phone, in short',
  access: 'staff',
  body: PersonRequest,
  answers: { 200: PersonSummary },
});

export const exportPerson = defineContract({
  method: 'post',
  path: '/api/staff/privacy/export',
  summary: 'A file with everything kept about a phone',
  access: 'staff',
  body: PersonRequest,
  answers: { 200: PersonFile },
});

export const erasePerson = defineContract({
  method: 'post',
  path: '/api/staff/privacy/erase',
  summary: 'Erase a person; answers a receipt without the person',
  access: 'staff',
  body: PersonRequest,
  answers: { 200: Erased },
});
