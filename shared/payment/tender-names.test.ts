import { describe, expect, it } from 'vitest';
import { tenderName, tenderWays } from './tender-names.ts';

const part = (more: Partial<Parameters<typeof tenderName>[0]>) => ({
  method: 'terminal' as const,
  card: null,
  ...more,
});

describe('what a part of the money is called', () => {
  it.each([
    [part({ method: 'cash' }), 'Dinheiro'],
    [part({ method: 'pix_manual' }), 'PIX (manual)'],
    [part({}), 'Maquininha'],
    [part({ card: 'debito' }), 'Maquininha: débito'],
    [part({ card: 'credito' }), 'Maquininha: crédito'],
    [part({ card: 'vale' }), 'Maquininha: vale'],
    [part({ method: 'pix_manual', proved: { attemptId: 'a', method: 'pix' } }), 'PIX'],
    [part({ card: 'credito', proved: { attemptId: 'a', method: 'credit_card' } }), 'Cartão de crédito'],
    [part({ card: 'debito', proved: { attemptId: 'a', method: 'debit_card' } }), 'Cartão de débito'],
  ])('%j: %s', (tender, name) => {
    expect(tenderName(tender)).toBe(name);
  });

  it('is said once for each way, in the order in which they came first', () => {
    expect(tenderWays([part({ card: 'debito' }), part({ method: 'cash' }), part({ card: 'debito' })])).toBe(
      'Maquininha: débito + Dinheiro',
    );
    expect(tenderWays([])).toBe('');
  });
});
