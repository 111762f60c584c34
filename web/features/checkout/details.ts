// The first thing that is missing in 'Seus Dados' before an order is placed. Pure, and short: every customer downloads it.
import { putCustomerName } from '@balcao/shared/order/customer-name.ts';
import type { ConsumptionType } from '@balcao/shared/order/order.ts';
import { CHECKOUT_TEXTS, PHONE_LENGTH_MIN } from './texts.ts';

export type Field = 'phone' | 'type';

/** Null when the order can be placed. */
export const missingIn = (phone: string, type: ConsumptionType | null): Field | null =>
  phone.replace(/\D/g, '').length < PHONE_LENGTH_MIN ? 'phone' : type === null ? 'type' : null;

/** What is said of it. */
export const complaintOf = (field: Field, phone: string): { title: string; text: string } =>
  field === 'type'
    ? CHECKOUT_TEXTS.typeMissing
    : phone.trim() === ''
      ? CHECKOUT_TEXTS.phoneMissing
      : CHECKOUT_TEXTS.phoneInvalid;

/** What is sent: the observations, and before them who is to be called, where somebody said so. */
export const observationsWith = (name: string, observations: string): string =>
  putCustomerName(name.trim(), observations.trim());
