// Orders placed on this device, newest first, each with the token that proves whose it is. Stays on the device.
import { readJson, writeStored } from './device.ts';
import { ORDERS_KEY } from './stored-keys.ts';

export type KeptOrder = { code: string; token: string; atMs: number };

const KEPT_MAX = 20;

export const keptOrders = (): KeptOrder[] => readJson(ORDERS_KEY, areKept) ?? [];

export const tokenOf = (code: string): string | null =>
  keptOrders().find((one) => one.code === code)?.token ?? null;

export function keepOrder(order: KeptOrder): void {
  const others = keptOrders().filter((one) => one.code !== order.code);
  writeStored(ORDERS_KEY, JSON.stringify([order, ...others].slice(0, KEPT_MAX)));
}

const areKept = (value: unknown): value is KeptOrder[] => Array.isArray(value) && value.every(isKept);

function isKept(value: unknown): value is KeptOrder {
  if (typeof value !== 'object' || value === null) return false;
  const { code, token, atMs } = value as Partial<KeptOrder>;
  return typeof code === 'string' && typeof token === 'string' && typeof atMs === 'number';
}
