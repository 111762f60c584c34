// The wizard's choices in the browser's storage, one key each. An edit of a cart item has its own set of keys, so that it
// never disturbs an order that was being put together.
import { readStored, removeStored, writeStored } from '../../data/device.ts';
import { EDIT_PREFIX, EDITED_ITEM_KEY, WIZARD_KEYS, type WizardKey } from '../../data/stored-keys.ts';
import { EMPTY_DRAFT, type Draft } from './draft.ts';

export type StoredDraft = { draft: Draft; step: number };

/** `editing`: the id of the cart item being edited, or null. Null when nothing is kept for it. */
export function readDraft(editing: string | null): StoredDraft | null {
  if (editing !== null && readStored(EDITED_ITEM_KEY) !== editing) return null;
  const read = (key: WizardKey): string | null => readStored(keyOf(key, editing)) || null;
  const step = Number(read('step'));
  if (!Number.isInteger(step) || step < 1) return null;
  const type = read('type');
  return {
    step: step - 1,
    draft: {
      ...EMPTY_DRAFT,
      type: type === 'ACAI_MONTADO' || type === 'TACA_MONTADA' ? type : null,
      categoryId: read('category'),
      productId: read('product'),
      sizeId: read('size'),
      baseId: read('base'),
      iceCreamId: read('iceCream'),
      meioAMeio: read('meioAMeio') === 'true',
      secondaryIceCreamId: read('secondaryIceCream'),
      toppings: toppingsOf(read('toppings')),
    },
  };
}

export function writeDraft({ draft, step }: StoredDraft, editing: string | null): void {
  const write = (key: WizardKey, value: string | null) =>
    value === null ? removeStored(keyOf(key, editing)) : writeStored(keyOf(key, editing), value);
  if (editing !== null) writeStored(EDITED_ITEM_KEY, editing);
  write('step', String(step + 1));
  write('type', draft.type);
  write('category', draft.categoryId);
  write('product', draft.productId);
  write('size', draft.sizeId);
  write('base', draft.baseId);
  write('iceCream', draft.iceCreamId);
  write('meioAMeio', draft.meioAMeio ? 'true' : null);
  write('secondaryIceCream', draft.secondaryIceCreamId);
  write('toppings', draft.toppings.length > 0 ? JSON.stringify(draft.toppings) : null);
}

export function clearDraft(editing: string | null): void {
  for (const key of WIZARD_KEYS) removeStored(keyOf(key, editing));
  if (editing !== null) removeStored(EDITED_ITEM_KEY);
}

const keyOf = (key: WizardKey, editing: string | null): string =>
  editing === null ? key : `${EDIT_PREFIX}${key}`;

function toppingsOf(text: string | null): Draft['toppings'] {
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isTopping) : [];
  } catch {
    return [];
  }
}

const isTopping = (value: unknown): value is Draft['toppings'][number] =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { id?: unknown }).id === 'string' &&
  ['BOTTOM', 'MIDDLE', 'TOP'].includes(String((value as { layer?: unknown }).layer));
