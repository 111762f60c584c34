// 'Seus Dados': what is missing is said in the words of the specification, and nothing is said of what is there.
import { expect, it } from 'vitest';
import { complaintOf, missingIn, observationsWith } from './details.ts';

const MISSING = {
  title: 'Telefone obrigatório',
  text: 'Você precisa preencher o telefone para acompanhar seu pedido',
};
const INVALID = {
  title: 'Telefone inválido',
  text: 'Por favor, informe um telefone válido com pelo menos 10 dígitos',
};
const PHONE = '(91) 3222-4455';

it.each([
  ['', null, 'phone', MISSING],
  ['   ', 'local', 'phone', MISSING],
  ['(91) 3222-445', 'local', 'phone', INVALID],
  ['(91) 3222-445', null, 'phone', INVALID],
  [PHONE, null, 'type', { title: 'Tipo de consumo obrigatório' }],
] as const)('phone "%s" and type %s: the %s', (phone, type, field, said) => {
  expect(missingIn(phone, type)).toBe(field);
  expect(complaintOf(field, phone)).toMatchObject(said);
});

it.each([
  [PHONE, 'local'],
  [PHONE, 'takeaway'],
  ['(91) 99999-8888', 'local'],
] as const)('phone "%s" and type %s are enough', (phone, type) => {
  expect(missingIn(phone, type)).toBeNull();
});

it.each([
  ['', ' sem gelo ', 'sem gelo'],
  ['  ', '', ''],
  [' Ana ', 'sem gelo', 'Cliente: Ana\nsem gelo'],
  ['Ana', '', 'Cliente: Ana'],
  // Nobody's words are lost who writes that line by hand.
  ['', 'Cliente: Bia\nsem gelo', 'Cliente: Bia\nsem gelo'],
  ['Ana', 'Cliente: alérgica a amendoim\nsem gelo', 'Cliente: Ana\nCliente: alérgica a amendoim\nsem gelo'],
])('to be called “%s”, with the observations %j, is sent as %j', (name, observations, sent) => {
  expect(observationsWith(name, observations)).toBe(sent);
});
