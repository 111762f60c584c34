// Whether a statement of the relay says whose rows it means. One that does not asks every machine of a sharded database, and may
// show a shop what is another's.
import { SHARD_COLUMN, TABLES } from '../../cloud/storage/shards.ts';

const TABLE = /\b(from|join|into|update)\s+(?:only\s+)?(\w+)/g;
const NAMED = new RegExp(String.raw`\b${SHARD_COLUMN}(?:, [\w.]+)*\)?\s*(?:=|in\s*\()`, 'g');

const ROUND = 'a round over all stores: what is due, a bounded number at a time, by an index of its own';
const DAILY = 'a round over all stores, once a day: each is looked up by the index of its own payments';
const CLEARED = 'a round over all stores: what is over goes, by age';
const ONCE = 'once after an update: seals what relays before it kept in clear, a bounded number at a time';
const WATCHED =
  'the operator’s /metrics: how much waits, by an index of what is open, at most every five seconds';
const ROTATED = "the operator's rotate-key, which seals everything anew";

/** Statements that may mean the rows of every store, by a piece that only they have, each with its reason. */
export const ACROSS_STORES: readonly { has: string; reason: string }[] = [
  { has: ' from stores where stores.revoked_at_ms is null', reason: 'the list of stores, kept in memory' },
  { has: ' retired_up_to from stores', reason: 'the list of stores, at a pairing and for the alarms' },
  { has: 'select distinct store_id from commands', reason: ROUND },
  { has: 'select store_id from stores where (stores.revoked_at_ms is null and exists', reason: DAILY },
  { has: ' from payment_notices where (payment_notices.next_try_at_ms', reason: ROUND },
  { has: ' from payment_attempts where (payment_attempts.next_check_at_ms', reason: ROUND },
  { has: ' from payment_attempts where (payment_attempts.paid_at_ms', reason: ROUND },
  { has: ' from payment_refunds where (payment_refunds.next_try_at_ms', reason: ROUND },
  { has: 'update payment_attempts set cancel_asked_at_ms = $1, next_check_at_ms = $2 where', reason: ROUND },
  { has: ' from payment_attention inner join payment_attempts', reason: ROUND },
  { has: ' from push_subscriptions inner join orders', reason: ROUND },
  { has: ' from push_messages where (push_messages.next_try_at_ms', reason: ROUND },
  { has: ' from alarms where (alarms.told_at_ms is null', reason: ROUND },
  { has: ' from alarms where (alarms.id in', reason: ROUND },
  { has: 'update commands set created_at_ms = $1 where ((commands.state in', reason: ROUND },
  { has: 'update commands set command = $1, state = $2 where ((commands.state in', reason: ROUND },
  { has: 'update commands set command = $1, outcome = case', reason: CLEARED },
  { has: 'delete from payment_notices where payment_notices.received_at_ms', reason: CLEARED },
  { has: 'delete from vouches where vouches.vouched_at_ms', reason: CLEARED },
  { has: 'delete from push_subscriptions where (push_subscriptions.order_id is not null', reason: CLEARED },
  { has: 'delete from alarms where alarms.since_ms', reason: CLEARED },
  {
    has: 'aggregates.kind in ($1, $2) and aggregates.body is not null',
    reason: ONCE,
  },
  { has: '(orders.customer_phone ~ $1 or orders.body is not null)', reason: ONCE },
  { has: '(wholesale_orders.customer_phone ~ $1 or wholesale_orders.body is not null)', reason: ONCE },
  { has: "commands.outcome ->> 'status' in ('done', 'wholesale')", reason: ONCE },
  { has: 'select status, count(*) from payment_attempts', reason: WATCHED },
  { has: 'select count(*) from payment_attempts where (payment_attempts.paid_at_ms', reason: WATCHED },
  { has: 'select state, count(*) from payment_refunds', reason: WATCHED },
  { has: 'select count(*) from payment_notices', reason: WATCHED },
  { has: 'select kind, count(*) from payment_attention', reason: WATCHED },
  { has: 'select count(*) from push_messages', reason: WATCHED },
  { has: 'select count(*) from alarms', reason: WATCHED },
  { has: 'select state, count(*), min(created_at_ms) from commands', reason: WATCHED },
  { has: ' api_changed_at_ms from provider_credentials', reason: ROTATED },
  { has: ' sealed_private_key from push_keys', reason: ROTATED },
  { has: ' from commands where (commands.position > $1', reason: ROTATED },
];

const plain = (statement: string): string =>
  statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** The sharded tables whose rows a statement means without saying whose: an empty list is what is wanted. */
export function tablesWithoutStore(statement: string): string[] {
  const text = plain(statement);
  const meant: string[] = [];
  const missing: string[] = [];
  for (const [found, verb = '', table = ''] of text.matchAll(TABLE)) {
    if (!TABLES.get(table)?.isSharded) continue;
    if (verb !== 'into') {
      // `on conflict do update set` names no table; `for update of orders` means one that is named before.
      if (!text.includes(`for ${found}`)) meant.push(table);
    } else if (!columnsOf(text, table).includes(SHARD_COLUMN)) missing.push(table);
  }
  const named = [...text.matchAll(NAMED)].length;
  return named < meant.length ? [...missing, ...meant] : missing;
}

function columnsOf(text: string, table: string): string[] {
  const columns = new RegExp(String.raw`into ${table}(?: as \w+)? ?\(([^)]*)\)`).exec(text)?.[1] ?? '';
  return columns.split(',').map((column) => column.trim());
}

/** Hears statements, and keeps those that neither name their store nor are allowed not to. */
export function createStatementWatch() {
  const known = new Set<string>();
  const wrong: string[] = [];
  return {
    wrong,
    hear(statement: string): void {
      if (known.has(statement)) return;
      known.add(statement);
      if (tablesWithoutStore(statement).length === 0) return;
      const text = plain(statement);
      if (!ACROSS_STORES.some(({ has }) => text.includes(has))) wrong.push(text);
    },
  };
}

/** Fails the suite whose relay said one, with what it said. */
export function refuseWithoutStore({ wrong }: { wrong: string[] }): void {
  if (wrong.length > 0)
    throw new Error(
      `statements of the relay that do not say whose rows they mean:\n${wrong.splice(0).join('\n')}`,
    );
}
