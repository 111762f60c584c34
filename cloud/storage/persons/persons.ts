// Persons as the relay keeps them: in what an order says of its customer, each value is sealed on its own, in its place, so that a
// copy of the database names nobody and every other field can still be asked for. A phone is found by a keyed digest of it.
import { createHmac, hkdfSync } from 'node:crypto';
import { preparedKey, seal, unseal } from '../sealing.ts';

/** What names a customer or is in their own words, in orders of customers and of wholesale buyers alike. */
const PERSONAL_FIELDS = [
  'customerPhone',
  'observations',
  'customerName',
  'customerCpfCnpj',
  'customerAddress',
] as const;
type PersonalField = (typeof PERSONAL_FIELDS)[number];
type Person = { readonly [field in PersonalField]?: string | null };

/** Nothing that a customer types into these fields is as long and of this form by chance. */
const SEALED = /^v1\.[\w-]{38,}$/;
const DIGEST_CHARACTERS = 32;
const PHONE_KEYS_MAX = 500;
/** Kinds of rows of the log that hold a person in clear, and where in their JSON. */
const ORDER_IN_ROW = 'order';
const WHOLESALE_IN_ROW = 'wholesale-order';

/** `id` is the order's: a value that was copied to another order does not open there. */
type About = { storeId: string; id: string };
type Row = { kind: string; aggregateId: string; sealed: boolean };

export type Persons = ReturnType<typeof createPersons>;

export function createPersons(key: Uint8Array) {
  const derived = (label: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), `balcao relay ${label}`, 32));
  const sealingKey = derived('persons');
  const phoneDigestKey = derived('phones');
  /** Of the last orders: each of them asks for its own three times, within milliseconds. */
  const phoneKeys = new Map<string, string>();
  function phoneKeyOf(named: string): string {
    const known = phoneKeys.get(named);
    if (known !== undefined) return known;
    const made = createHmac('sha256', preparedKey(phoneDigestKey))
      .update(named)
      .digest('base64url')
      .slice(0, DIGEST_CHARACTERS);
    if (phoneKeys.size >= PHONE_KEYS_MAX) phoneKeys.clear();
    phoneKeys.set(named, made);
    return made;
  }
  const place = ({ storeId, id }: About, field: PersonalField): string => `${storeId} ${id} ${field}`;

  function mapped<T extends Person>(
    value: T,
    change: (text: string, field: PersonalField) => string | null,
  ): T {
    const changed: { -readonly [field in PersonalField]?: string | null } = {};
    for (const field of PERSONAL_FIELDS) {
      const text = value[field];
      if (typeof text === 'string' && text !== '') changed[field] = change(text, field);
    }
    return { ...value, ...changed };
  }

  /** The value with its person sealed. What is sealed already stays as it is. */
  const close = <T extends Person>(about: About, value: T): T =>
    mapped(value, (text, field) => (SEALED.test(text) ? text : seal(sealingKey, place(about, field), text)));

  /** The value as it was. What does not open with this key is shown as nothing; what was kept before it was sealed, as it is. */
  const open = <T extends Person>(about: About, value: T): T =>
    mapped(value, (text, field) => {
      if (!SEALED.test(text)) return text;
      return unseal(sealingKey, place(about, field), text) ?? (field === 'observations' ? '' : null);
    });

  /** A row's JSON with what `change` makes of its person; null where it holds none, or is not as JavaScript writes it. */
  function changedRow(row: Row, json: string, change: <T extends Person>(value: T) => T): string | null {
    if (row.sealed || (row.kind !== ORDER_IN_ROW && row.kind !== WHOLESALE_IN_ROW)) return null;
    let body: unknown;
    try {
      body = JSON.parse(json);
    } catch {
      // It was set aside with its reason, and holds nothing that we know the place of.
      return null;
    }
    if (typeof body !== 'object' || body === null || JSON.stringify(body) !== json) return null;
    if (row.kind === WHOLESALE_IN_ROW) return JSON.stringify(change(body));
    if (!('order' in body) || typeof body.order !== 'object' || body.order === null) return null;
    return JSON.stringify({ ...body, order: change(body.order) });
  }

  return {
    close,
    open,

    /** What a phone is found by; null for none. */
    phoneKey: <P extends string | null>(storeId: string, phone: P): P | string =>
      phone === null ? phone : phoneKeyOf(`${storeId} ${phone}`),

    /**
     * A row's body as it may be kept. The store's log is made of JSON as JavaScript writes it, so that it is had again to the letter;
     * one that is not is kept as it came, for its hash must be right when the store asks for it.
     */
    closeRow: (storeId: string, row: Row, json: string): string =>
      changedRow(row, json, (value) => close({ storeId, id: row.aggregateId }, value)) ?? json,

    /** A row's body as the store wrote it. */
    openRow: (storeId: string, row: Row, json: string | null): string | null =>
      json === null
        ? null
        : (changedRow(row, json, (value) => open({ storeId, id: row.aggregateId }, value)) ?? json),
  };
}
