import { expect, it } from 'vitest';
import { fieldSettings } from '@balcao/shared/wholesale/fields.ts';
import { checkBuyer, emptyBuyer, taxIdAsTyped } from './buyer.ts';

const standard = fieldSettings([]);

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
