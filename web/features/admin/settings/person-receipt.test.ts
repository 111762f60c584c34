// What a person is given when their data are erased: all that went, all that stays, and where copies are still made anew.
import type { Erased, PersonSummary } from '@balcao/shared/http/privacy.ts';
import { describe, expect, it } from 'vitest';
import { timesIn } from '../../../data/staff/times.ts';
import { isNobody, linesOf, receiptOf, textOf } from './person-receipt.ts';

const NEVER = { count: 0, firstAtMs: null, lastAtMs: null, withObservations: 0 };
const NOTHING: PersonSummary = {
  orders: NEVER,
  wholesale: { ...NEVER, withName: 0, withTaxId: 0, withAddress: 0 },
  onlinePayments: 0,
  handPayments: 0,
  slips: 0,
  months: 0,
};
const TIMES = timesIn('America/Belem');
const day = (date: number): number => Date.UTC(2026, 10, date, 15);
const orders = { count: 2, firstAtMs: day(3), lastAtMs: day(5), withObservations: 1 };
const erased = (
  changes: Partial<Omit<Erased, 'copies'>> = {},
  copies: Partial<Erased['copies']> = {},
): Erased => ({
  atMs: day(28),
  phoneEnd: '4321',
  before: { ...NOTHING, orders },
  left: 0,
  ...changes,
  copies: { lastUntilMs: day(30), sticks: 0, relay: 'none', ...copies },
});
const saidOf = (...given: Parameters<typeof erased>): string =>
  textOf(receiptOf('Açaí da Praça', erased(...given), TIMES));

describe('what the shop has of a person', () => {
  it('is of one day where all of it was ordered then, at whatever hours', () => {
    const lastAtMs = day(4) + 3_600_000;
    expect(linesOf({ ...NOTHING, orders: { ...orders, firstAtMs: day(4), lastAtMs } }, TIMES)).toEqual([
      '2 pedidos, em 04/11/2026 (1 com observações)',
    ]);
  });

  it('is said kind by kind, and none of what there is nothing of', () => {
    expect(linesOf(NOTHING, TIMES)).toEqual([]);
    expect(
      linesOf(
        {
          ...NOTHING,
          orders,
          wholesale: {
            ...NOTHING.wholesale,
            count: 1,
            firstAtMs: day(4),
            lastAtMs: day(4),
            withName: 1,
            withAddress: 1,
          },
          onlinePayments: 1,
          handPayments: 3,
          slips: 2,
          months: 1,
        },
        TIMES,
      ),
    ).toEqual([
      '2 pedidos, de 03/11/2026 a 05/11/2026 (1 com observações)',
      '1 pedido de atacado, em 04/11/2026 (com nome, endereço)',
      '1 pagamento pelo site',
      '3 pagamentos na loja',
      '2 impressos destes pedidos',
      'O telefone no relatório de clientes de 1 mês',
    ]);
  });

  it('is of the shop’s own days, wherever the screen stands', () => {
    // Ten in the evening at the shop is another day in Greenwich and in Tokyo.
    const evening = Date.parse('2026-11-21T22:30:00-03:00');
    const late = { ...orders, firstAtMs: evening, lastAtMs: evening };
    expect(linesOf({ ...NOTHING, orders: late }, TIMES)).toEqual([
      '2 pedidos, em 21/11/2026 (1 com observações)',
    ]);
    const said = saidOf({ atMs: evening }, { lastUntilMs: evening });
    expect(said).toContain('- Apagado em 21/11/2026, 22:30\n');
    expect(said).toContain('Nenhuma que os tenha passa de 21/11/2026.');
  });

  it('is nothing only where no order and no report has them', () => {
    expect(isNobody(NOTHING)).toBe(true);
    expect(isNobody({ ...NOTHING, orders })).toBe(false);
    expect(isNobody({ ...NOTHING, wholesale: { ...NOTHING.wholesale, count: 1 } })).toBe(false);
    expect(isNobody({ ...NOTHING, months: 1 })).toBe(false);
  });
});

describe('the receipt', () => {
  it('names the shop, the end of the phone, and what was erased', () => {
    const said = saidOf();
    expect(said).toContain('- Loja: Açaí da Praça\n- Telefone terminado em 4321\n');
    expect(said).toContain('- Telefone e observações de 2 pedidos\n');
    for (const absent of ['de atacado', 'impressos guardados', 'relatório de clientes'])
      expect(said).not.toContain(absent);
    expect(saidOf({ before: { ...NOTHING, orders, slips: 1, months: 1 } })).toMatch(
      /- Os impressos guardados destes pedidos\n- O telefone no relatório de clientes\n/,
    );
    expect(saidOf({ before: NOTHING })).toContain('- A loja não tinha nada com este telefone.\n');
  });

  it.each([
    [null, 'grande demais para ser relido agora'],
    [0, 'o telefone não está mais nele'],
    [1, 'o número ainda aparece 1 vez fora'],
    [2, 'o número ainda aparece 2 vezes fora'],
  ])('says what reading it all again showed: %s', (left, words) => {
    expect(saidOf({ left })).toContain(words);
  });

  it('says of each copy when it is made anew, and nothing of what there is none of', () => {
    const lines = (copies: Partial<Erased['copies']>) =>
      receiptOf('', erased({}, copies), TIMES).sections.at(-1)?.lines ?? [];
    expect(lines({})).toEqual([
      'Cópias de segurança na loja: estão sendo refeitas sem estes dados. Nenhuma que os tenha passa de 30/11/2026.',
      'Pagamentos pelo site ficam também com o Mercado Pago, pelas regras dele.',
    ]);
    expect(lines({ sticks: 1 }).filter((line) => line.includes('pen drive'))).toEqual([
      '1 pen drive tem cópias antigas, criptografadas: são refeitas quando ele estiver na máquina da loja.',
    ]);
    expect(lines({ sticks: 2 }).filter((line) => line.includes('pen drive'))).toEqual([
      '2 pen drives têm cópias antigas, criptografadas: são refeitas quando eles estiverem na máquina da loja.',
    ]);
    const ofSite = (relay: 'told' | 'waits') =>
      lines({ relay })
        .filter((line) => line.includes('site'))
        .slice(0, 2);
    expect(ofSite('told')).toEqual([
      'A cópia no site foi avisada e apaga os mesmos dados.',
      expect.stringContaining('duram em geral 15 dias'),
    ]);
    expect(ofSite('waits')).toEqual([
      'A cópia no site apaga os mesmos dados assim que a loja voltar à internet.',
      expect.stringContaining('duram em geral 15 dias'),
    ]);
  });
});
