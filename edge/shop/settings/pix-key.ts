// Offline PIX: the store's own key, checked by its kind, and the static BR Code of one order. Kept here only: the relay gets
// it sealed, the menu document never has it.
import { generatePixPayload, getPixKeyInfo } from '@brazilian-utils/brazilian-utils';
import { PixKey, type PixCode } from '@balcao/shared/http/pix.ts';
import type { FieldError } from '@balcao/shared/order/refusal.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { staticPixTxid } from '@balcao/shared/payment/static-pix.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import { logPixKey, PIX_KEY } from './replica.ts';

const OFF: PixKey = { key: '', holder: '', city: '' };
const KIND_NAMES = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'e-mail',
  phone: 'telefone',
  evp: 'chave aleatória',
} as const;

export type PixKeys = ReturnType<typeof createPixKeys>;

export function createPixKeys(deps: { db: Db; log: PrivateLog; audit: Audit; clock: () => number }) {
  const { db, log, audit, clock } = deps;
  const get = (): PixKey => {
    const stored = readMeta(db, PIX_KEY);
    return stored === null ? OFF : PixKey.parse(JSON.parse(stored));
  };

  return {
    get,

    set(actor: Actor, input: PixKey): Result<PixKey, FieldError[]> {
      const checked = input.key === '' ? accepted({ ...input, key: '' }) : checkKey(input);
      if (!checked.ok) return checked;
      return inTransaction(db, () => {
        const before = get();
        if (JSON.stringify(before) === JSON.stringify(checked.value)) return checked;
        writeMeta(db, PIX_KEY, JSON.stringify(checked.value));
        logPixKey(log, checked.value, clock());
        const kind = getPixKeyInfo(checked.value.key)?.type;
        audit.record(
          actor,
          'settings',
          'pix-key',
          kind === undefined ? 'desligou o PIX da loja' : `mudou a chave PIX da loja (${KIND_NAMES[kind]})`,
        );
        return checked;
      });
    },

    /** Of that part of it, where one is named. Null without a key, or when an order costs nothing. */
    codeOf(order: Pick<Order, 'totalCents' | 'code'>, part = ''): PixCode | null {
      const { key, holder, city } = get();
      if (key === '') return null;
      const brCode = generatePixPayload({
        key,
        merchantName: holder,
        merchantCity: city,
        amount: order.totalCents / 100,
        txid: staticPixTxid(order.code, part),
      });
      // Of nothing there is none.
      return brCode === null ? null : { brCode, totalCents: order.totalCents, holder };
    },
  };
}

function checkKey({ key, holder, city }: PixKey): Result<PixKey, FieldError[]> {
  const info = getPixKeyInfo(key);
  const errors: FieldError[] = [
    ...(info ? [] : [{ field: 'key', message: whatIsWrong(key) }]),
    ...(holder === '' ? [{ field: 'holder', message: 'Informe o nome de quem recebe.' }] : []),
    ...(city === '' ? [{ field: 'city', message: 'Informe a cidade.' }] : []),
  ];
  return errors.length > 0 || !info ? refused(errors) : accepted({ key: info.value, holder, city });
}

// The kind that somebody meant shows in how it is written.
function whatIsWrong(key: string): string {
  const digits = key.replace(/\D/g, '');
  if (key.includes('@')) return 'Este e-mail não é válido como chave PIX.';
  if (/^\s*\(?\+/.test(key) || /[()]/.test(key))
    return 'Este telefone não é válido como chave PIX: use DDD e número.';
  if (/^[\da-f]{8}-/i.test(key)) return 'Esta chave aleatória não está completa.';
  if (digits.length === 11) return 'Este CPF ou telefone não é válido. Confira os dígitos.';
  if (digits.length === 14) return 'Este CNPJ não é válido. Confira os dígitos.';
  return 'Use um CPF, CNPJ, e-mail, telefone com DDD ou chave aleatória.';
}
