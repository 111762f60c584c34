// [P16] Which refund of a payment's list is one of ours, and what comes of refunds that went out and were not answered: over rows that
// the test holds.
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import type { Db } from '../../storage/open.ts';
import type { AttemptRow, RefundRow } from '../schema.ts';
import { createFindListed, type RefundCall } from './find-listed.ts';
import { createReconcileUnanswered } from './reconcile-unanswered.ts';

let rows: RefundRow[];
let listed: unknown;
beforeEach(() => {
  rows = [];
  listed = accepted([]);
});

const refund = (more: Partial<RefundRow> = {}): RefundRow =>
  ({
    ...{ storeId: 'store', id: 'mine', attemptId: 'attempt', amountCents: 300, state: 'sent' },
    ...{ providerRefundId: null, createdAtMs: 1000, doneAtMs: null },
    ...more,
  }) as RefundRow;
const there = (more: Partial<ListedRefund> = {}): ListedRefund => ({
  ...{ id: 'r1', amountCents: 300, state: 'done' as const, createdAtMs: 1000 },
  ...more,
});
const attempt = (more: Partial<AttemptRow> = {}): AttemptRow =>
  ({
    ...{ storeId: 'store', id: 'attempt', amountCents: 1000, paidCents: null, providerPaymentId: '9' },
    ...more,
  }) as AttemptRow;

/** A database whose one answer are the rows. */
const query = { from: () => query, where: () => query, orderBy: () => Promise.resolve(rows) };
const db = { select: () => query } as unknown as Db;

describe('a refund in the list of its payment', () => {
  const find = (of: RefundRow, more: Partial<AttemptRow> = {}) =>
    createFindListed({ db, provider: { listRefunds: () => Promise.resolve(listed as never) } })({
      ...{ refund: of, attempt: attempt(more), account: {}, paymentId: '9' },
    } as RefundCall);

  it('is found by its amount, as what became of it', async () => {
    listed = accepted([there({ id: 'r0', amountCents: 200 }), there()]);
    expect(await find(refund())).toEqual({ kind: 'carried-out', providerRefundId: 'r1' });
    listed = accepted([there({ state: 'in_process' })]);
    expect(await find(refund())).toEqual({ kind: 'taken', providerRefundId: 'r1' });
  });

  it('is not one that another refund of ours has', async () => {
    rows = [refund({ providerRefundId: null }), refund({ id: 'other', providerRefundId: 'r1' })];
    listed = accepted([there()]);
    expect(await find(refund())).toBeNull();
    listed = accepted([there(), there({ id: 'r2' })]);
    expect(await find(refund())).toEqual({ kind: 'carried-out', providerRefundId: 'r2' });
  });

  it('is by its own name also where it stands among our rows', async () => {
    rows = [refund({ providerRefundId: 'r1' })];
    listed = accepted([there({ amountCents: 1 })]);
    expect(await find(refund({ providerRefundId: 'r1' }))).toMatchObject({ providerRefundId: 'r1' });
  });

  it('of the whole is of what was paid, where that is not what was asked', async () => {
    listed = accepted([there({ amountCents: 1200 })]);
    expect(await find(refund({ amountCents: null }), { paidCents: 1200 })).not.toBeNull();
    expect(await find(refund({ amountCents: null }))).toBeNull();
  });

  it('is not answered for where the list cannot be read', async () => {
    listed = refused({ kind: 'unreachable', detail: 'no answer in time' });
    expect(await find(refund())).toEqual({ kind: 'unanswered', detail: 'no answer in time' });
  });
});

describe('refunds that went out and were not answered', () => {
  let account: object | null;
  let found: unknown;
  let own: unknown;
  /** What was done, by the refund. */
  let done: string[];
  beforeEach(() => {
    [account, found, own, done] = [{}, null, { kind: 'unanswered', detail: '' }, []];
  });

  const reconcile = (of: AttemptRow = attempt()) =>
    createReconcileUnanswered({
      db,
      credentials: { of: () => Promise.resolve(account as never) },
      findListed: ({ refund: { id } }) => {
        done.push(`looked for ${id}`);
        return Promise.resolve(found as never);
      },
      readOwn: ({ refund: { id } }) => {
        done.push(`read ${id}`);
        return Promise.resolve(own as never);
      },
      recordEvent: (one, event) => {
        done.push(`${one.id} ${event.kind}`);
        return Promise.resolve({ ...one, state: event.kind === 'carried-out' ? 'done' : 'in-process' });
      },
      fetchAndSettle: ({ refund: { id } }) => Promise.resolve(done.push(`settled ${id}`)),
    })(of);

  it('are looked for, and the payment is read anew once one is through', async () => {
    rows = [refund()];
    found = { kind: 'carried-out', providerRefundId: 'r1' };
    expect(await reconcile()).toBe(true);
    expect(done).toEqual(['looked for mine', 'mine carried-out', 'settled mine']);
  });

  it('are kept as under way where the list has them so, and not settled', async () => {
    rows = [refund()];
    found = { kind: 'taken', providerRefundId: 'r1' };
    expect(await reconcile()).toBe(true);
    expect(done).toEqual(['looked for mine', 'mine taken']);
  });

  it('are read by their own name where the provider gave one, and left where nothing is new', async () => {
    rows = [refund({ state: 'in-process', providerRefundId: 'r1' })];
    own = { kind: 'taken', providerRefundId: 'r1' };
    expect(await reconcile()).toBe(true);
    expect(done).toEqual(['read mine']);
  });

  it('are none of those that did not go out, or are over', async () => {
    rows = (['planned', 'done', 'refused'] as const).map((state) => refund({ state }));
    expect(await reconcile()).toBe(true);
    expect(done).toEqual([]);
  });

  it('that the list does not show may still be on their way: nothing is written', async () => {
    rows = [refund(), refund({ id: 'second' })];
    expect(await reconcile()).toBe(true);
    expect(done).toEqual(['looked for mine', 'looked for second']);
  });

  it('of which one could not be read leave open what is left', async () => {
    rows = [refund(), refund({ id: 'second' })];
    found = { kind: 'unanswered', detail: '' };
    expect(await reconcile()).toBe(false);
    expect(done).toEqual(['looked for mine']);
  });

  it.each([
    ['the account is gone', () => void (account = null), attempt()],
    ['the payment has no name', () => undefined, attempt({ providerPaymentId: null })],
  ])('cannot be asked for where %s', async (_what, given, of) => {
    rows = [refund()];
    given();
    expect(await reconcile(of)).toBe(false);
    expect(done).toEqual([]);
  });
});
