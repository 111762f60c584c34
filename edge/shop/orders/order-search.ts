// The admin's search over all orders ever taken. Every way in walks an index; nothing here reads the whole table.
import type { OrderList, OrderSearch } from '@balcao/shared/http/order-search.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import type { z } from 'zod';
import type { OrderContext } from './context.ts';

type Search = z.infer<typeof OrderSearch>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const WHOLE_PHONE_DIGITS = 10;
const PHONE_DIGITS_MAX = 11;
const CODE_LENGTH_MIN = 4;

export function createOrderSearch({
  db,
  repository,
  panel,
  clock,
}: Pick<OrderContext, 'db' | 'repository' | 'panel' | 'clock'>) {
  const sqlite = db.$client;
  const numbers = <P extends unknown[]>(where: string) => {
    const statement = sqlite.prepare<[...P, number], { number: number }>(
      `select number from orders where ${where} limit ?`,
    );
    return (...given: [...P, number]): number[] => statement.all(...given).map((row) => row.number);
  };
  const byPhone = numbers<[string]>('customer_phone = ? order by created_at_ms desc');
  // Part of a phone: read from the index alone, in which phones stand one after another.
  const byPhonePart = numbers<[string]>(
    "customer_phone >= '0' and instr(customer_phone, ?) > 0 order by customer_phone, created_at_ms desc",
  );
  const byIdPrefix = numbers<[string, string]>('id >= ? and id < ? order by id desc');
  const byCodePrefix = numbers<[string, string]>('code >= ? and code < ? order by code');
  const byPanelNow = numbers<[string, number, number]>(
    'panel_date = ? and panel_series = ? and panel_number = ? order by number desc',
  );
  const byPanelEver = numbers<[number]>(
    'panel_number is not null and panel_number = ? order by panel_date desc, panel_series desc',
  );
  const byNumber = numbers<[number]>('number = ?');
  const active = numbers<[]>(
    "status in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY') order by created_at_ms desc",
  );
  const finished = numbers<[]>("status in ('DELIVERED', 'CANCELLED') order by number desc");
  const newest = numbers<[]>('1 order by number desc');

  const past = (text: string): string => `${text}\uffff`;

  /** Orders in the order of their numbers given. */
  function inOrder(found: readonly number[]): Order[] {
    const unique = [...new Set(found)];
    const orders = new Map(repository.byNumbers(unique).map((order) => [order.simpleId, order]));
    return unique.map((number) => orders.get(number)).filter((order) => order !== undefined);
  }

  function phoneNumbers(q: string, limit: number): number[] {
    const digits = phoneDigits(q).slice(0, PHONE_DIGITS_MAX);
    if (digits === '') return [];
    return digits.length >= WHOLE_PHONE_DIGITS ? byPhone(digits, limit) : byPhonePart(digits, limit);
  }

  function idNumbers(q: string, limit: number): number[] {
    if (/^\d+$/.test(q)) return byNumber(Number(q), limit);
    const text = q.toLowerCase();
    if (UUID.test(text)) return byIdPrefix(text, past(text), 1);
    return byIdPrefix(text, past(text), limit);
  }

  /**
   * Panel numbers of the running series stand first. A number that the panel showed in older series alone is expired, and told of
   * as such, also where an order of long ago has it for its own: almost every panel number once was one.
   */
  function panelNumbers(q: string, limit: number): { found: number[]; expired: boolean } {
    const code = normalizeCode(q);
    const coded = code.length >= CODE_LENGTH_MIN ? byCodePrefix(code, past(code), limit) : [];
    if (!/^\d{1,9}$/.test(q)) return { found: coded, expired: false };
    const number = Number(q);
    const { date, series } = panel.slot(clock());
    const now = byPanelNow(date, series, number, limit);
    const ever = now.length > 0 ? [] : byPanelEver(number, limit);
    const found = [...now, ...byNumber(number, limit), ...coded, ...ever];
    return { found: [...new Set(found)].slice(0, limit), expired: ever.length > 0 };
  }

  return ({ by, q, state, limit }: Search): OrderList => {
    if (q === undefined)
      return {
        orders: inOrder((state === 'active' ? active : state === 'finished' ? finished : newest)(limit)),
      };
    const { found, expired } =
      by === 'phone'
        ? { found: phoneNumbers(q, limit), expired: false }
        : by === 'id'
          ? { found: idNumbers(q, limit), expired: false }
          : panelNumbers(q, limit);
    const orders = inOrder(found).filter(
      (order) => state === undefined || isActive(order) === (state === 'active'),
    );
    return { orders, ...(by === 'phone' || by === 'id' ? {} : { panelExpired: expired }) };
  };
}

const isActive = ({ status }: Order): boolean => status !== 'DELIVERED' && status !== 'CANCELLED';
