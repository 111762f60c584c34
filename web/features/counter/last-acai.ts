// The size and the base that were sold last on this device: the next açaí begins with them.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { readJson, writeStored } from '../../data/device.ts';

const LAST_ACAI_KEY = 'balcao-staff-last-acai';
type Last = { sizeId: string | null; baseId: string | null };

/** Null where there was none, or where it can not be sold now. */
export function loadLastAcai(menu: Menu): Last {
  const last = readJson(LAST_ACAI_KEY, isLast);
  return { sizeId: sold(menu.sizes, last?.sizeId), baseId: sold(menu.bases, last?.baseId) };
}

/** A built cup has no size: that of the last açaí stays. */
export function keepLastAcai({ sizeId, baseId }: Last): void {
  const last = readJson(LAST_ACAI_KEY, isLast);
  writeStored(LAST_ACAI_KEY, JSON.stringify({ sizeId: sizeId ?? last?.sizeId ?? null, baseId }));
}

const sold = (entries: readonly { id: string; soldOut: boolean }[], id: string | null | undefined) =>
  entries.find((entry) => entry.id === id && !entry.soldOut)?.id ?? null;

function isLast(value: unknown): value is Last {
  if (typeof value !== 'object' || value === null) return false;
  const { sizeId, baseId } = value as Record<string, unknown>;
  return [sizeId, baseId].every((id) => id === null || typeof id === 'string');
}
