// Settings that are the store's alone: its PIX key.
import { defineContract } from '../contract.ts';
import { PixKey } from '../pix.ts';

export const readPixKey = defineContract({
  method: 'get',
  path: '/api/staff/pix-key',
  summary: "The store's own PIX key; empty when there is none",
  access: 'staff',
  answers: { 200: PixKey },
});

export const setPixKey = defineContract({
  method: 'put',
  path: '/api/staff/pix-key',
  summary: "Set the store's own PIX key; answers it as banks write it",
  access: 'staff',
  body: PixKey,
  answers: { 200: PixKey },
});
