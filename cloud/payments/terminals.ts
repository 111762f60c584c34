// The card terminals that a store uses of its account's, and an order's amount at one of them.
import { and, asc, eq } from 'drizzle-orm';
import type { TerminalRefusal } from '@balcao/shared/http/refusals/terminal.ts';
import type { AccountTerminals, ShopTerminals, TerminalPayment } from '@balcao/shared/http/terminals.ts';
import { hasMoneyCome, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { terminalStateOf } from '@balcao/shared/payment/terminal.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../storage/open.ts';
import type { Payable } from './attempts/begin.ts';
import type { Start } from './attempts/start.ts';
import type { Credentials } from './provider/credentials.ts';
import { TERMINAL_BUSY, TERMINAL_UNKNOWN, type Account, type Provider } from './provider/provider.ts';
import { refusalOfFailure } from './refusal-of-failure.ts';
import { paymentTerminals, type AttemptRow } from './schema.ts';

export function createTerminals(deps: {
  db: Db;
  provider: Pick<Provider, 'listTerminals' | 'integrateTerminal'>;
  credentials: Pick<Credentials, 'of'>;
  start: Pick<Start, 'sendToTerminal'>;
  clock: () => number;
}) {
  const { db, provider, credentials, start, clock } = deps;
  const rowWhere = (storeId: string, id: string) =>
    and(eq(paymentTerminals.storeId, storeId), eq(paymentTerminals.id, id));

  const rowsOf = (storeId: string) =>
    db
      .select()
      .from(paymentTerminals)
      .where(eq(paymentTerminals.storeId, storeId))
      .orderBy(asc(paymentTerminals.addedAtMs));

  /** An account that can: the older interface would not know the money again. */
  async function accountOf(storeId: string): Promise<Result<Account, TerminalRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null) return refused({ code: 'method-off' });
    return account.api === 'orders' ? accepted(account) : refused({ code: 'terminal-needs-orders' });
  }

  const list = async (storeId: string): Promise<ShopTerminals> => ({
    terminals: (await rowsOf(storeId)).map(({ id, name }) => ({ id, name })),
  });

  /** Those that the shop uses first, also where the account has them no more. */
  async function listAll(storeId: string): Promise<Result<AccountTerminals, TerminalRefusal>> {
    const account = await accountOf(storeId);
    if (!account.ok) return account;
    const found = await provider.listTerminals(account.value);
    if (!found.ok) return refused(refusalOfFailure(found.refusal));
    const rows = await rowsOf(storeId);
    const byId = new Map(found.value.map((one) => [one.id, one]));
    const inUse = rows.map(({ id, name }) => ({
      id,
      name,
      isReady: byId.get(id)?.isIntegrated === true,
      isThere: byId.has(id),
    }));
    const others = found.value
      .filter(({ id }) => !rows.some((one) => one.id === id))
      .map(({ id, isIntegrated }) => ({ id, name: null, isReady: isIntegrated, isThere: true }));
    return accepted({ terminals: [...inUse, ...others] });
  }

  return {
    list,
    listAll,

    async keep(
      storeId: string,
      id: string,
      name: string,
    ): Promise<Result<AccountTerminals, TerminalRefusal>> {
      const account = await accountOf(storeId);
      if (!account.ok) return account;
      const ready = await provider.integrateTerminal(account.value, id);
      if (!ready.ok)
        return refused(
          ready.refusal.kind === 'not-found' ? { code: 'terminal-unknown' } : refusalOfFailure(ready.refusal),
        );
      await db
        .insert(paymentTerminals)
        .values({ storeId, id, name, addedAtMs: clock() })
        .onConflictDoUpdate({ target: [paymentTerminals.storeId, paymentTerminals.id], set: { name } });
      return listAll(storeId);
    },

    async forget(storeId: string, id: string): Promise<ShopTerminals> {
      await db.delete(paymentTerminals).where(rowWhere(storeId, id));
      return list(storeId);
    },

    /** With the account its terminals go too. */
    async forgetAll(storeId: string): Promise<void> {
      await db.delete(paymentTerminals).where(eq(paymentTerminals.storeId, storeId));
    },

    async send(
      storeId: string,
      order: Payable,
      terminalId: string,
    ): Promise<Result<TerminalPayment, TerminalRefusal>> {
      const account = await accountOf(storeId);
      if (!account.ok) return account;
      const [row] = await db.select().from(paymentTerminals).where(rowWhere(storeId, terminalId)).limit(1);
      if (row === undefined) return refused({ code: 'terminal-unknown' });
      const sent = await start.sendToTerminal(storeId, order, terminalId);
      if (sent.ok) return accepted(terminalPayment(sent.value));
      if (sent.refusal.code === 'provider-refused' && sent.refusal.providerCode === TERMINAL_BUSY)
        return refused({ code: 'terminal-busy' });
      if (sent.refusal.code === 'provider-refused' && sent.refusal.providerCode === TERMINAL_UNKNOWN)
        return refused({ code: 'terminal-unknown' });
      return sent;
    },
  };
}

/** An attempt as who waits beside the terminal sees it. */
export const terminalPayment = (row: AttemptRow): TerminalPayment => ({
  attemptId: row.id,
  terminalId: row.terminalId ?? '',
  amountCents: row.amountCents,
  state: terminalStateOf(row.status, row.statusDetail, row.mismatch !== null),
  method: isOpen(row.status) ? null : row.method,
  statusDetail: row.statusDetail,
  ...(row.mismatch !== null && hasMoneyCome(row.status) ? { isSetAside: true } : {}),
});
