import { describe, expect, it } from 'vitest';
import { sampleCatalog } from '../order/sample.ts';
import { editEntries, editEntry, editSettings, findUnseenPrice } from './edit.ts';
import { mayEdit } from './may-edit.ts';
import { ENTRY_KINDS, Settings } from './menu.ts';

const catalog = sampleCatalog();
const small = catalog.sizes[0];

describe('an edit of an entry', () => {
  it('writes only what was sent, as it is read, and tells what was before', () => {
    expect(editEntry(catalog, 'sizes', 'p', { name: ' Mini ', priceCents: 1_200 })).toEqual({
      ok: true,
      value: {
        before: small,
        fields: { name: 'Mini', priceCents: 1_200 },
        value: { ...small, name: 'Mini', priceCents: 1_200 },
      },
    });
  });

  it('never changes whose it is, nor writes what no schema knows', () => {
    expect(editEntry(catalog, 'sizes', 'p', { id: 'g', colour: 'red', maxToppings: 3 })).toMatchObject({
      value: { fields: { maxToppings: 3 }, value: { id: 'p', maxToppings: 3 } },
    });
    const edit = editEntry(catalog, 'sizes', 'p', { id: 'g', colour: 'red' });
    expect(edit.ok && edit.value.fields).toEqual({});
  });

  it('of a new one writes all of it, with what was left out', () => {
    const value = {
      id: 'm',
      name: 'Médio',
      priceCents: 2_000,
      maxToppings: 3,
      position: 0,
      active: true,
      soldOutUntilMs: null,
    };
    const { id: _id, position: _position, active: _active, soldOutUntilMs: _until, ...sent } = value;
    expect(editEntry(catalog, 'sizes', 'm', sent)).toEqual({
      ok: true,
      value: { before: null, fields: value, value },
    });
  });

  it.each([
    ['p', { priceCents: 0 }, 'priceCents'],
    ['p', { priceCents: 1.5 }, 'priceCents'],
    ['p', { maxToppings: -1 }, 'maxToppings'],
    ['p', { name: ' ' }, 'name'],
    ['m', { name: 'Médio', priceCents: 2_000 }, 'maxToppings'],
  ])('of %s with %j is refused whole', (id, patch, field) => {
    const edit = editEntry(catalog, 'sizes', id, patch);
    expect(edit.ok ? [] : edit.refusal.map(({ path }) => path)).toEqual([[field]]);
  });
});

describe('several edits at once', () => {
  it('are each judged after those before, and leave other entries as they are', () => {
    const edits = editEntries(catalog, [
      { kind: 'sizes', id: 'p', fields: { priceCents: 1_000 } },
      { kind: 'sizes', id: 'g', fields: { priceCents: 2_000 } },
      { kind: 'sizes', id: 'p', fields: { name: 'Mini' } },
      { kind: 'bases', id: 'acai', fields: { active: false } },
    ]);
    expect(edits).toMatchObject({
      ok: true,
      value: [
        { kind: 'sizes', id: 'p', before: { priceCents: 1_500 }, fields: { priceCents: 1_000 } },
        { kind: 'sizes', id: 'g', before: { priceCents: 2_500 } },
        { kind: 'sizes', id: 'p', before: { priceCents: 1_000 }, value: { priceCents: 1_000, name: 'Mini' } },
        { kind: 'bases', id: 'acai', before: { active: true }, value: { active: false } },
      ],
    });
  });

  it('of an entry that the first one makes are edits of it', () => {
    const whole = { name: 'Médio', priceCents: 2_000, maxToppings: 3 };
    expect(
      editEntries(catalog, [
        { kind: 'sizes', id: 'm', fields: whole },
        { kind: 'sizes', id: 'm', fields: { priceCents: 2_100 } },
      ]),
    ).toMatchObject({
      value: [{ before: null }, { before: whole, fields: { priceCents: 2_100 }, value: { name: 'Médio' } }],
    });
  });

  it('are refused with the first that is wrong, and none is none', () => {
    const wrong = editEntries(catalog, [
      { kind: 'sizes', id: 'p', fields: { priceCents: 1_000 } },
      { kind: 'sizes', id: 'g', fields: { priceCents: 0 } },
    ]);
    expect(wrong.ok ? [] : wrong.refusal.map(({ path }) => path)).toEqual([['priceCents']]);
    expect(editEntries(catalog, [])).toEqual({ ok: true, value: [] });
  });
});

describe('an edit of the settings', () => {
  const settings = Settings.parse({ kitchenWarnMinutes: 5, kitchenLateMinutes: 8 });

  it('writes only what was sent', () => {
    expect(editSettings(settings, { storeName: ' Açaí do Zé ', id: 'x', other: 1 })).toEqual({
      ok: true,
      value: {
        before: settings,
        fields: { storeName: 'Açaí do Zé' },
        value: { ...settings, storeName: 'Açaí do Zé' },
      },
    });
  });

  it.each([
    [{ kitchenWarnMinutes: 7 }, null],
    [{ kitchenWarnMinutes: 8 }, 'O vermelho precisa vir depois do amarelo.'],
    [{ kitchenWarnMinutes: 9 }, 'O vermelho precisa vir depois do amarelo.'],
    [{ kitchenLateMinutes: 6 }, null],
    [{ kitchenLateMinutes: 5 }, 'O vermelho precisa vir depois do amarelo.'],
    [{ kitchenWarnMinutes: 20, kitchenLateMinutes: 30 }, null],
  ])('keeps red after yellow: %j', (patch, message) => {
    const edit = editSettings(settings, patch);
    expect(edit.ok ? null : edit.refusal.map(({ path, message: said }) => [path, said])).toEqual(
      message === null ? null : [[['kitchenLateMinutes'], message]],
    );
  });

  it.each([
    ['specialDiscountPercent', 0, 100, -0.01, 100.01],
    ['kitchenLateMinutes', 6, 90, 0, 91],
    ['remoteCashMinutes', 5, 240, 4, 241],
    ['unpaidPerPhoneMax', 1, 1_000, 0, 1_001],
    ['unpaidPerAddressMax', 1, 1_000, 0, 1_001],
    ['unpaidPerLanAddressMax', 1, 1_000, 0, 1_001],
    ['remoteCashOrdersMax', 1, 1_000, 0, 1_001],
  ] as const)('takes %s from %d to %d, neither %d nor %d', (field, min, max, below, above) => {
    for (const value of [min, max]) expect(editSettings(settings, { [field]: value }).ok).toBe(true);
    for (const value of [below, above]) expect(editSettings(settings, { [field]: value }).ok).toBe(false);
  });
});

describe('who may edit', () => {
  const soldOut = { soldOutUntilMs: 5 };
  const price = { priceCents: 5 };
  const both = { ...soldOut, ...price };

  it.each(ENTRY_KINDS)('%s', (kind) => {
    const isWholesale = kind.startsWith('wholesale');
    for (const patch of [soldOut, price, both]) {
      expect(mayEdit('ADMIN', kind, patch)).toBe(true);
      expect(mayEdit(null, kind, patch)).toBe(false);
      expect(mayEdit('WHOLESALE', kind, patch)).toBe(isWholesale);
      for (const role of ['KITCHEN', 'ATTENDANT'] as const)
        expect(mayEdit(role, kind, patch)).toBe(!isWholesale && patch === soldOut);
    }
  });
});

describe('a price that was changed meanwhile', () => {
  const [p, g] = catalog.sizes;
  const patch = (size: typeof p, seenCents: number, priceCents: number) => ({
    kind: 'sizes' as const,
    id: size!.id,
    fields: { priceCents },
    seen: { priceCents: seenCents },
  });

  it('is told with how many others were too', () => {
    const one = patch(p, p!.priceCents - 1, 5_000);
    expect(findUnseenPrice(catalog, [one])).toEqual({
      code: 'price-differs',
      kind: 'sizes',
      id: p!.id,
      name: p!.name,
      seenCents: p!.priceCents - 1,
      storedCents: p!.priceCents,
      wantedCents: 5_000,
      others: 0,
    });
    expect(findUnseenPrice(catalog, [one, patch(g, g!.priceCents + 1, 5_000)])).toMatchObject({
      id: p!.id,
      others: 1,
    });
  });

  it('is told beside what has none, what is new, and what nobody looked at before', () => {
    const before = [
      { kind: 'sizes', id: 'p', fields: { priceCents: 5_000 } },
      { kind: 'sizes', id: 'p', fields: { name: 'Mini' }, seen: { priceCents: 1 } },
      { kind: 'sizes', id: 'novo', fields: { priceCents: 5_000 }, seen: { priceCents: 1 } },
      { kind: 'bases', id: 'acai', fields: { priceCents: 5_000 }, seen: { priceCents: 1 } },
    ] as const;
    expect(findUnseenPrice(catalog, before)).toBeNull();
    const water = {
      kind: 'products',
      id: 'agua',
      fields: { priceCents: 500 },
      seen: { priceCents: 399 },
    } as const;
    expect(findUnseenPrice(catalog, [...before, water])).toMatchObject({
      ...{ kind: 'products', id: 'agua', name: 'Água', others: 0 },
      ...{ seenCents: 399, storedCents: 400, wantedCents: 500 },
    });
  });

  it('is none where it is what was seen, or is already what is wanted', () => {
    expect(findUnseenPrice(catalog, [patch(p, p!.priceCents, 5_000)])).toBeNull();
    expect(findUnseenPrice(catalog, [patch(p, p!.priceCents - 1, p!.priceCents)])).toBeNull();
  });
});
