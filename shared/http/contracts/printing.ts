// Printers and waiting slips, for staff.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import {
  FoundPrinters,
  PaperForm,
  PaperWidth,
  PrintDone,
  PrinterConfig,
  PrinterConfigs,
  PrinterDraft,
  PrintingView,
  SampleSlip,
  TestPrint,
} from '../printing.ts';
import {
  PREVIEW_REFUSALS,
  PRINTER_REFUSALS,
  QUEUE_REFUSALS,
  TEST_PRINT_REFUSALS,
} from '../refusals/printing.ts';

const JobId = z.object({ id: z.coerce.number().int().positive() });
const PrinterId = z.object({ id: z.string().min(1).max(64) });

export const readPrinting = defineContract({
  method: 'get',
  path: '/api/staff/printing',
  summary: 'Printers and waiting slips as staff see them',
  access: 'staff',
  answers: { 200: PrintingView },
});

export const changePrintJob = defineContract({
  method: 'post',
  path: '/api/staff/print-jobs/{id}/{action}',
  summary: 'Print a waiting slip again, cancel it, or let it go',
  access: 'staff',
  params: JobId.extend({ action: z.enum(['retry', 'cancel', 'release']) }),
  answers: { 200: PrintDone },
  refusals: QUEUE_REFUSALS,
});

export const movePrintJob = defineContract({
  method: 'post',
  path: '/api/staff/print-jobs/{id}/move-to/{printerId}',
  summary: 'Print a waiting slip on another printer',
  access: 'staff',
  params: JobId.extend({ printerId: z.string().max(64) }),
  answers: { 200: PrintDone },
  refusals: QUEUE_REFUSALS,
});

export const reprintOrder = defineContract({
  method: 'post',
  path: '/api/staff/orders/{id}/reprint',
  summary: "Print an order's slip again",
  access: 'staff',
  params: z.object({ id: z.uuid() }),
  query: z.object({ purpose: z.enum(['kitchen', 'counter']).default('kitchen') }),
  answers: { 200: PrintDone },
  refusals: QUEUE_REFUSALS,
});

export const listPrinters = defineContract({
  method: 'get',
  path: '/api/staff/printers',
  summary: 'The printers with their settings',
  access: 'staff',
  answers: { 200: PrinterConfigs },
});

export const savePrinter = defineContract({
  method: 'put',
  path: '/api/staff/printers/{id}',
  summary: 'Keep the settings of a printer; `new` adds one',
  access: 'staff',
  params: PrinterId,
  body: PrinterDraft,
  answers: { 200: PrinterConfig },
  refusals: PRINTER_REFUSALS,
});

export const removePrinter = defineContract({
  method: 'delete',
  path: '/api/staff/printers/{id}',
  summary: 'Remove a printer',
  access: 'staff',
  params: PrinterId,
  answers: { 200: PrintDone },
});

export const testPrinter = defineContract({
  method: 'post',
  path: '/api/staff/printers/{id}/test',
  summary: 'Print the test page, and wait for how it went',
  access: 'staff',
  params: PrinterId,
  answers: { 200: TestPrint },
  refusals: TEST_PRINT_REFUSALS,
});

export const confirmPaperSeen = defineContract({
  method: 'post',
  path: '/api/staff/printers/{id}/paper-seen',
  summary: 'Say that paper came out of a printer that cannot tell',
  access: 'staff',
  params: PrinterId,
  answers: { 200: PrintDone },
  refusals: PRINTER_REFUSALS,
});

export const findPrinters = defineContract({
  method: 'get',
  path: '/api/staff/found-printers',
  summary: 'Printers that are heard within a few seconds',
  access: 'staff',
  answers: { 200: FoundPrinters },
});

export const previewSample = defineContract({
  method: 'get',
  path: '/api/staff/print-preview/samples/{kind}',
  summary: 'A picture of a sample slip',
  access: 'staff',
  params: z.object({ kind: SampleSlip }),
  query: PaperForm,
  answers: { 200: { media: 'image/svg+xml' } },
  refusals: PREVIEW_REFUSALS,
});

export const previewOrder = defineContract({
  method: 'get',
  path: '/api/staff/print-preview/orders/{id}/{purpose}',
  summary: "A picture of an order's slip",
  access: 'staff',
  params: z.object({ id: z.uuid(), purpose: z.enum(['kitchen', 'counter']) }),
  query: z.object({ columns: PaperWidth }),
  answers: { 200: { media: 'image/svg+xml' } },
  refusals: PREVIEW_REFUSALS,
});

export const previewJob = defineContract({
  method: 'get',
  path: '/api/staff/print-preview/jobs/{id}',
  summary: 'A picture of a waiting slip',
  access: 'staff',
  params: JobId,
  answers: { 200: { media: 'image/svg+xml' } },
  refusals: PREVIEW_REFUSALS,
});
