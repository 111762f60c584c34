// What of an erasure follows its commit: the answers to old commands, and the traces on the disk. Written down with the erasure and kept
// until it is done, so that a disk which refuses it is asked again, also by the next start.
import { z } from 'zod';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { eachInboxBatch } from './inbox-batches.ts';

const KEY = 'erasure_rest';
const Rest = z.object({
  /** Orders that are gone. */
  deleted: z.array(z.string()).default([]),
  /** Orders that stay without who ordered them, of retail and of wholesale. */
  cleaned: z.array(z.string()).default([]),
  bought: z.array(z.string()).default([]),
  /** Erasures since it was last done: two that leave nothing by name are two all the same. */
  erasures: z.number().default(0),
});
type Rest = z.infer<typeof Rest>;

/** The answer to a command whose order was erased. */
export const GONE_OUTCOME = JSON.stringify({ status: 'refused', refusal: { code: 'order-not-found' } });
const OF_ORDERS =
  "where rowid > ? and rowid <= ? and json_extract(outcome, '$.order.id') in (select value from json_each(?))";

export function createErasureRest(deps: {
  db: Db;
  /** Forgets the buyers in the answers about these wholesale orders. */
  inboxOfBuyers: (ids: readonly string[]) => { run(from: number, to: number): unknown };
  /** What lies on the disk beside the tables. */
  sweep: () => Promise<void>;
}) {
  const { db } = deps;
  const sqlite = db.$client;

  /** Empty when nothing is left to do. */
  const written = (): string => readMeta(db, KEY) ?? '';
  const noted = (): Rest => Rest.parse(JSON.parse(written() || '{}'));

  async function purgeAnswers({ deleted, cleaned, bought }: Rest): Promise<void> {
    const change = async (ids: readonly string[], outcome: string): Promise<void> => {
      if (ids.length === 0) return;
      const among = JSON.stringify(ids);
      const statement = sqlite.prepare<[number, number, string]>(
        `update inbox set outcome = ${outcome} ${OF_ORDERS}`,
      );
      await eachInboxBatch(db, { run: (from, to) => statement.run(from, to, among) });
    };
    await change(cleaned, "json_set(outcome, '$.order.customerPhone', null, '$.order.observations', '')");
    await change(deleted, `'${GONE_OUTCOME}'`);
    if (bought.length > 0) await eachInboxBatch(db, deps.inboxOfBuyers(bought));
  }

  return {
    /** Within the erasure's own transaction. */
    note(more: Partial<Omit<Rest, 'erasures'>>): void {
      const before = noted();
      const next: Rest = {
        deleted: [...before.deleted, ...(more.deleted ?? [])],
        cleaned: [...before.cleaned, ...(more.cleaned ?? [])],
        bought: [...before.bought, ...(more.bought ?? [])],
        erasures: before.erasures + 1,
      };
      writeMeta(db, KEY, JSON.stringify(next));
    },

    /** Does what is noted; false when that was nothing. What is noted meanwhile stays for its own erasure to do. */
    async work(): Promise<boolean> {
      const begun = written();
      if (begun === '') return false;
      await purgeAnswers(noted());
      await deps.sweep();
      if (written() === begun) writeMeta(db, KEY, '');
      return true;
    },
  };
}
