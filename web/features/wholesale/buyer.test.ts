import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fieldSettings } from '@balcao/shared/wholesale/fields.ts';
import {
  checkBuyer,
  clearBuyer,
  draftBuyer,
  draftWish,
  dropDraft,
  emptyBuyer,
  isRemembered,
  keepDraft,
  knownBuyer,
  rememberBuyer,
  taxIdAsTyped,
} from './buyer.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';

const standard = fieldSettings([]);

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const ana = { ...emptyBuyer(), customerName: 'Ana', customerPhone: '11987654321', observations: 'sem gelo' };

it('is known the next time, without what was said of one order', () => {
  rememberBuyer(ana);
  expect([isRemembered(), knownBuyer()]).toEqual([true, { ...ana, observations: '' }]);
  expect(draftBuyer()).toEqual({ ...ana, observations: '' });
});

it('is left as it was typed, with the day that was wished for, until that is dropped', () => {
  rememberBuyer(ana);
  keepDraft({ ...ana, customerName: 'Ana M' }, '2026-12-04');
  expect([draftBuyer(), draftWish()]).toEqual([{ ...ana, customerName: 'Ana M' }, '2026-12-04']);
  dropDraft();
  expect([draftBuyer().customerName, draftWish()]).toEqual(['Ana', '']);
});

it('of whom this device keeps but a part is not known', () => {
  const part = JSON.stringify({ customerName: 'Ana', customerPhone: '11987654321' });
  for (const key of ['atacado_comprador', 'atacado_rascunho']) stored.set(key, part);
  expect([isRemembered(), knownBuyer(), draftBuyer()]).toEqual([false, emptyBuyer(), emptyBuyer()]);
});

it('that is forgotten leaves nothing on this device', () => {
  rememberBuyer(ana);
  keepDraft(ana, '2026-12-04');
  clearBuyer();
  expect([...stored]).toEqual([]);
  expect([isRemembered(), draftBuyer()]).toEqual([false, emptyBuyer()]);
});

it('asks for what the shop requires, one message per field', () => {
  expect(checkBuyer(emptyBuyer(), standard)).toEqual({
    customerName: 'Nome é obrigatório',
    customerPhone: 'Telefone/WhatsApp é obrigatório',
  });
  const all = standard.map((field) => ({ ...field, required: true }));
  expect(Object.values(checkBuyer({ ...emptyBuyer(), customerName: '  ' }, all)).join(', ')).toBe(
    'Nome é obrigatório, Telefone/WhatsApp é obrigatório, CPF/CNPJ é obrigatório, Endereço é obrigatório, Observações é obrigatório',
  );
});

it('asks nothing of a field that is off', () => {
  const off = standard.map((field) => ({ ...field, enabled: false, required: true }));
  expect(checkBuyer({ ...emptyBuyer(), customerCpfCnpj: '1' }, off)).toEqual({});
});

it.each([
  ['52998224725', undefined],
  ['529.982.247-25', undefined],
  ['12.ABC.345/01DE-35', undefined],
  ['12.abc.345/01de-35', undefined],
  ['11.222.333/0001-81', undefined],
  ['', undefined],
  ['111.111.111-11', 'CPF ou CNPJ inválido. Confira o que foi digitado.'],
  ['12.ABC.345/01DE-36', 'CPF ou CNPJ inválido. Confira o que foi digitado.'],
])('checks a CPF or CNPJ when one is given: %j', (customerCpfCnpj, message) => {
  const buyer = { ...emptyBuyer(), customerName: 'Ana', customerPhone: '(11) 98765-4321', customerCpfCnpj };
  expect(checkBuyer(buyer, standard).customerCpfCnpj).toBe(message);
});

it('checks the phone', () => {
  expect(checkBuyer({ ...emptyBuyer(), customerName: 'Ana', customerPhone: '(11) 9' }, standard)).toEqual({
    customerPhone: 'Por favor, informe um telefone válido com pelo menos 10 dígitos',
  });
});

it.each([
  ['5', '5'],
  ['5299', '529.9'],
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25', '529.982.247-25'],
  ['112223330001', '11.222.333/0001'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['12.abc', '12.ABC'],
  ['112223330001819', '11.222.333/0001-81'],
])('forms a CPF or CNPJ while it is typed: %j is %j', (typed, shown) => {
  expect(taxIdAsTyped(typed)).toBe(shown);
});
