// What 'Hoje' says of the day: its sales beside those of a week ago, what is open, the drawer, and what somebody should look at.
import type { Today } from '@balcao/shared/http/reports.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { markupOf, wordsOf } from '../../../testing/words.ts';
import { openScreen } from '../../../testing/screen.ts';
import { Figures, TodayCard } from './today-card.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);

describe('the day at a glance', () => {
  const TODAY: Today = {
    nowMs: at('18:04'),
    sales: { orders: 1, salesCents: 35_000 },
    weekAgo: { orders: 12, salesCents: 28_000 },
    open: { unpaid: 1, received: 3, preparing: 2, ready: 1, late: 1, lateMinutes: 8 },
    till: { openedAtMs: at('10:05'), openedBy: 'Nina', expectedCents: 12_300 },
    printers: [],
    site: 'waiting',
    copyOutside: { atMs: null, isOld: true },
  };
  const words = (changes: Partial<Today>): string =>
    wordsOf(createElement(Figures, { today: { ...TODAY, ...changes } }));

  it('holds the sales against the same weekday a week ago', () => {
    // The 21st of November 2026 is a Saturday.
    expect(words({})).toContain('Vendas até 18:04 R$ 350,00 1 pedido · +25% que sábado passado (R$ 280,00)');
    expect(words({ sales: { orders: 2, salesCents: 14_000 } })).toContain(
      '2 pedidos · -50% que sábado passado',
    );
    expect(words({ weekAgo: { orders: 0, salesCents: 0 } })).toContain('1 pedido · sábado passado: nada');
  });

  it('counts what is open, late, ready and not paid', () => {
    expect(words({})).toContain('Abertos 6 1 atrasado · 1 pronto · 1 sem pagar');
    const open = { unpaid: 0, received: 0, preparing: 0, ready: 2, late: 2, lateMinutes: 8 };
    expect(words({ open })).toContain('Abertos 2 2 atrasados · 2 prontos Caixa');
    expect(words({ open: { ...open, ready: 0, late: 0 } })).toContain('Abertos 0 nenhum atrasado Caixa');
  });

  it('says who opened the drawer, what should lie in it, and how the machines do', () => {
    expect(words({})).toContain('Caixa R$ 123,00 aberto');
    expect(words({})).toContain(
      ', Nina Impressoras nenhuma em uso Site sem conexão Última cópia fora nenhuma',
    );
    expect(words({ copyOutside: { atMs: at('10:00'), isOld: true } })).toContain('Última cópia fora hoje');
    const nobody = { openedAtMs: at('10:05'), openedBy: '', expectedCents: 12_300 };
    expect(words({ till: nobody })).toMatch(/Caixa R\$ 123,00 aberto [^,]* Impressoras/);
    expect(words({ till: null })).toContain('Caixa fechado ninguém abriu');
    expect(words({ site: 'linked' })).toContain('Site no ar');
  });

  it.each([
    ['15', 'domingo passado'],
    ['16', 'segunda passada'],
    ['17', 'terça passada'],
    ['18', 'quarta passada'],
    ['19', 'quinta passada'],
    ['20', 'sexta passada'],
    ['21', 'sábado passado'],
  ])('on the %sth holds the sales against %s', (day, said) => {
    const nowMs = Date.parse(`2026-11-${day}T18:04:00-03:00`);
    expect(words({ nowMs })).toContain(`1 pedido · +25% que ${said} (`);
  });

  it.each([
    ['none', 'não usa'],
    ['unpaired', 'desligado'],
    ['dialling', 'ligando…'],
    ['linked', 'no ar'],
    ['waiting', 'sem conexão'],
    ['stopped', 'parando'],
  ] as const)('says of a site that is %s: %s', (site, said) => {
    expect(words({ site })).toContain(`Site ${said} Última`);
  });

  it('says that nothing waits where nothing does, and what to do next where something does', async () => {
    const calm: Today = {
      ...TODAY,
      open: { unpaid: 0, received: 0, preparing: 0, ready: 0, late: 0, lateMinutes: 8 },
      printers: [{ id: 'p', name: 'Cozinha', state: 'ok', stateText: 'Pronta', held: 0, failed: 0 }],
      site: 'linked',
      copyOutside: { atMs: at('10:00'), isOld: false },
    };
    const open = (today: Today, unresolved: number) =>
      openScreen(createElement(TodayCard, { unresolved, turn: 0 }), {
        answers: { 'GET /api/staff/reports/today': today },
      });
    expect((await open(calm, 0)).words()).toContain('Tudo em dia: nada espera por você.');
    const busy = await open(calm, 1);
    expect(busy.words()).not.toContain('Tudo em dia');
    expect(busy.all('[aria-label="Próximos passos"] a')).toHaveLength(1);
  });

  it('puts a sign beside what somebody should look at', () => {
    const signs = (changes: Partial<Today>): number =>
      (markupOf(createElement(Figures, { today: { ...TODAY, ...changes } })).match(/text-error/g) ?? [])
        .length;
    const calm: Partial<Today> = {
      open: { ...TODAY.open, late: 0 },
      site: 'linked',
      copyOutside: { atMs: at('10:00'), isOld: false },
    };
    expect(signs(calm)).toBe(0);
    expect(signs({ ...calm, open: TODAY.open })).toBe(1);
    expect(signs({ ...calm, site: 'waiting' })).toBe(1);
    expect(signs({ ...calm, site: 'unpaired' })).toBe(1);
    const printer = {
      id: 'p',
      name: 'Cozinha',
      state: 'ok',
      stateText: 'Pronta',
      held: 0,
      failed: 0,
    } as const;
    expect(signs({ ...calm, printers: [printer] })).toBe(0);
    expect(signs({ ...calm, printers: [{ ...printer, state: 'off' }] })).toBe(1);
    expect(signs({ ...calm, copyOutside: { atMs: at('10:00'), isOld: true } })).toBe(1);
  });
});
