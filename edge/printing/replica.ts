// Printers in the log: how one is written, and how it comes back.
import { eq } from 'drizzle-orm';
import { printerRow } from '@balcao/shared/link/aggregates/setting.ts';
import type { Db } from '../storage/open.ts';
import { readRows, type RowReader } from '../storage/replica.ts';
import { printers } from '../storage/schema/printing.ts';
import type { PrivateLog } from '../storage/sealing.ts';
import type { Printer } from './printers.ts';

/** Null: it was taken away. In the transaction of its change. */
export const logPrinter = (log: PrivateLog, id: string, printer: Printer | null, atMs: number): void =>
  log.append(printerRow, `printer.${id}`, printer ?? { id, deleted: true }, atMs);

export const readPrinterRows = (db: Db): RowReader =>
  readRows(printerRow, (aggregateId, body) => {
    const id = aggregateId.slice('printer.'.length);
    db.delete(printers).where(eq(printers.id, id)).run();
    if ('deleted' in body) return;
    const { transport, purposes, ...row } = body;
    const tcp = transport.kind === 'tcp' ? transport : null;
    db.insert(printers)
      .values({
        ...row,
        transport: transport.kind,
        host: tcp?.host ?? null,
        port: tcp?.port ?? null,
        devicePath: transport.kind === 'file' ? transport.devicePath : null,
        purposes: JSON.stringify(purposes),
      })
      .run();
  });
