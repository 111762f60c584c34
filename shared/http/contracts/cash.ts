// The cash drawer: opened, moved, closed; its numbered closes.
import { z } from 'zod';
import { CashClose, CashCloses, CashSessionReply, CloseCash, MoveCash, OpenCash } from '../cash.ts';
import { defineContract } from '../contract.ts';
import { CASH_REFUSALS, CLOSE_SLIP_REFUSALS } from '../refusals/cash.ts';

export const readCashSession = defineContract({
  method: 'get',
  path: '/api/staff/cash-session',
  summary: 'The open session, if there is one',
  access: 'staff',
  answers: { 200: CashSessionReply },
});

export const openCashSession = defineContract({
  method: 'post',
  path: '/api/staff/cash-session',
  summary: 'Open the drawer with a float',
  access: 'staff',
  body: OpenCash,
  answers: { 200: CashSessionReply },
  refusals: CASH_REFUSALS,
});

export const moveCash = defineContract({
  method: 'post',
  path: '/api/staff/cash-session/movements',
  summary: 'Put money in, or take it out',
  access: 'staff',
  body: MoveCash,
  answers: { 200: CashSessionReply },
  refusals: CASH_REFUSALS,
});

export const closeCashSession = defineContract({
  method: 'post',
  path: '/api/staff/cash-session/close',
  summary: 'Close the drawer with what was counted',
  access: 'staff',
  body: CloseCash,
  answers: { 201: CashClose },
  refusals: CASH_REFUSALS,
});

export const listCashCloses = defineContract({
  method: 'get',
  path: '/api/staff/cash-closes',
  summary: 'The closes, newest first',
  access: 'staff',
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(30) }),
  answers: { 200: CashCloses },
});

export const printCashClose = defineContract({
  method: 'post',
  path: '/api/staff/cash-closes/{number}/print',
  summary: 'Print a close again',
  access: 'staff',
  params: z.object({ number: z.coerce.number().int().positive() }),
  answers: { 200: z.object({ printers: z.number() }) },
  refusals: CLOSE_SLIP_REFUSALS,
});
