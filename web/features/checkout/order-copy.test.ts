// What a customer keeps of an order: who sold it, what it was, and what it costs.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { copyText, orderCopy } from './order-copy.ts';

const SHOP = {
  name: 'Açaí da Praça',
  legalName: 'Praça Alimentos Ltda',
  taxId: '12.345.678/0001-95',
  address: 'Praça da República, 10',
  phone: '(91) 3222-4455',
  timeZone: 'America/Belem',
} as StoreInfo;

/** As one reads it: money has a space that does not break. */
const said = (order: Partial<ReturnType<typeof sampleOrder>> = {}, shop: Partial<StoreInfo> = {}): string =>
  copyText(orderCopy({ ...sampleOrder(), ...order }, { ...SHOP, ...shop }, 'kept')).replaceAll('\u00a0', ' ');

it('names the seller by its legal name, CNPJ, address and telephone', () => {
  expect(said()).toContain(
    'QUEM VENDE\nAçaí da Praça\nPraça Alimentos Ltda\nCNPJ 12.345.678/0001-95\nPraça da República, 10\nTelefone (91) 3222-4455\n\n',
  );
});

it('leaves out what the shop did not fill in', () => {
  const copy = said({}, { legalName: '', taxId: '', phone: '' });
  expect(copy).toContain('QUEM VENDE\nAçaí da Praça\nPraça da República, 10\n\n');
});

it('says the number, the code, when it was placed by the shop’s clock, how it stands and where it is eaten', () => {
  const copy = said({
    simpleId: 42,
    code: '7K2MQ9XWTB',
    createdAtMs: Date.UTC(2026, 10, 28, 13, 31),
    status: 'RECEBIDO',
    observations: 'sem canudo',
  });
  expect(copy).toMatch(/^Pedido nº 42\n/);
  expect(copy).toContain(
    'Código 7K2MQ-9XWTB\nFeito em 28/11/2026, 10:31\nPedido Recebido\nLevar\nSeu telefone (11) 98765-4321\nObservações: sem canudo\n',
  );
  expect(said({ observations: 'Cliente: Ana\nsem canudo' })).toContain(
    '\nNome: Ana\nObservações: sem canudo\n',
  );
  expect(said({ observations: 'Cliente: Ana' })).toMatch(/\nNome: Ana\n\n/);
  expect(said({ consumptionType: 'local' })).toContain('\nComer aqui\n');
  expect(said({ observations: '', customerPhone: null })).not.toMatch(/Observações|telefone/);
});

it('says each item with its price, and how the total comes about', () => {
  const copy = said({ paymentStatus: 'approved', paymentMethod: 'pix' });
  expect(copy).toContain(
    'ITENS\nAçaí Grande · Açaí · Meio a meio: Ninho / Morango · Fundo: Banana · Topo: Nutella: R$ 28,50\n',
  );
  expect(copy).toContain(
    'VALORES\nSubtotal: R$ 28,50\nDesconto Especial (10%): −R$ 2,85\nTotal: R$ 25,65\nPago com PIX\n',
  );
});

it('says a percentage with a comma', () => {
  expect(said({ discountPercent: 7.5 })).toContain('\nDesconto Especial (7,5%): −R$ 2,85\n');
});

it('has no line of a discount where there is none, and one of what was given at the counter', () => {
  expect(said({ discountPercent: 0, discountCents: 0 })).not.toContain('Desconto');
  expect(said({ concession: { kind: 'courtesy', reason: 'demora', cents: 500 } })).toContain(
    'Cortesia: −R$ 5,00\n',
  );
});

it('says that it is no fiscal document', () => {
  expect(said()).toContain('NÃO É DOCUMENTO FISCAL');
});
