// The count that closes the drawer, and an amount put in or taken out: what each key and button sends to the store.
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { AmountForm } from './amount-form.tsx';
import { CloseDrawer } from './close-drawer.tsx';

const CLOSE = 'POST /api/staff/cash-session/close';
const DIFFERS = refusal(409, 'count-differs', 'O valor contado está longe do esperado. Conte de novo.');

describe('the count that closes the drawer', () => {
  const open = async (answers: Answers = {}) => {
    const closed: unknown[] = [];
    const onClosed = async (close: CashClose) => void closed.push(close);
    return { closed, screen: await openScreen(createElement(CloseDrawer, { onClosed }), { answers }) };
  };

  it('is typed whole, with what was noted, and handed on as the store closed it', async () => {
    const { screen, closed } = await open({ [CLOSE]: { number: 7 } });
    for (const key of ['1', '2', '3', '00']) await screen.tap(key);
    await screen.tap('Apagar');
    expect(screen.words()).toContain('R$ 12,30');
    await screen.type('Observação', ' troco da manhã ');
    await screen.tap('Fechar caixa');
    expect(screen.changes()).toEqual([
      { route: CLOSE, body: { countedCents: 1_230, note: 'troco da manhã', ask: true } },
    ]);
    expect(closed).toEqual([{ number: 7 }]);
  });

  it('or note by note: each kind with all others, and figures alone', async () => {
    const { screen } = await open();
    await screen.tap('9');
    await screen.tap('Contar por notas');
    await screen.type('R$ 50,00', '3');
    await screen.type('R$ 0,25', '4x');
    expect(screen.valueOf('R$ 50,00')).toBe('3');
    expect(screen.words()).toContain('R$ 151,00');
    await screen.tap('Fechar caixa');
    expect(screen.changes()[0]?.body).toEqual({ countedCents: 15_100, note: '', ask: true });
  });

  it('that is far off is asked about once: another Enter is no answer, a button is', async () => {
    const { screen, closed } = await open({
      [CLOSE]: ({ body }: { body: unknown }) => ((body as { ask: boolean }).ask ? DIFFERS : { number: 8 }),
    });
    await screen.tap('5');
    await screen.press('Enter');
    expect(screen.alerts()).toEqual(['O valor contado está longe do esperado. Conte de novo.']);
    expect(screen.buttons()).not.toContain('Fechar caixa');
    // Also where the keyboard is in none of its buttons.
    screen.body.focus();
    await screen.press('Enter');
    await screen.submit();
    expect(screen.changes()).toHaveLength(1);
    await screen.tap('Fechar assim mesmo');
    expect(screen.changes()[1]?.body).toEqual({ countedCents: 5, note: '', ask: false });
    expect(closed).toEqual([{ number: 8 }]);
  });

  it('that is counted again is asked about again', async () => {
    const { screen } = await open({ [CLOSE]: DIFFERS });
    await screen.tap('5');
    await screen.tap('Fechar caixa');
    await screen.tap('Contar de novo');
    expect(screen.alerts()).toEqual([]);
    await screen.tap('Fechar caixa');
    // Another figure is another count.
    await screen.tap('7');
    expect(screen.alerts()).toEqual([]);
    await screen.tap('Fechar caixa');
    expect(screen.changes().map(({ body }) => (body as { ask: boolean }).ask)).toEqual([true, true, true]);
  });

  it('that is counted another way is another count: what was asked about the first is over', async () => {
    const { screen } = await open({ [CLOSE]: DIFFERS });
    await screen.tap('5');
    await screen.tap('Fechar caixa');
    await screen.tap('Contar por notas');
    expect(screen.alerts()).toEqual([]);
    expect(screen.buttons()).not.toContain('Fechar assim mesmo');
    await screen.tap('Fechar caixa');
    expect(screen.changes()[1]?.body).toMatchObject({ countedCents: 0, ask: true });
  });

  it('note by note that is counted again is asked about again', async () => {
    const { screen } = await open({ [CLOSE]: DIFFERS });
    await screen.tap('Contar por notas');
    await screen.type('R$ 50,00', '3');
    await screen.tap('Fechar caixa');
    expect(screen.alerts()).toHaveLength(1);
    await screen.type('R$ 50,00', '4');
    expect(screen.alerts()).toEqual([]);
    await screen.tap('Fechar caixa');
    expect(screen.changes()[1]?.body).toMatchObject({ countedCents: 20_000, ask: true });
  });

  it('that the store refuses for another reason says why', async () => {
    const { screen, closed } = await open({ [CLOSE]: refusal(409, 'no-session', 'O caixa já foi fechado.') });
    await screen.tap('Fechar caixa');
    expect(screen.alerts()).toEqual(['O caixa já foi fechado.']);
    expect(screen.buttons()).toContain('Fechar caixa');
    expect(closed).toEqual([]);
  });
});

describe('an amount of the drawer', () => {
  type Props = ComponentProps<typeof AmountForm>;
  const open = async (changes: Partial<Props> = {}) => {
    const onAmount = vi.fn<Props['onAmount']>();
    const action = { busy: false, failed: null } as Props['action'];
    const form = { hint: 'Quanto?', button: 'Guardar', action, onAmount, ...changes };
    return { onAmount, screen: await openScreen(createElement(AmountForm, form)) };
  };

  it('is sent with its note, and under one id however often', async () => {
    const { screen, onAmount } = await open({ noted: true });
    expect(screen.buttons()).toContain('Guardar (off)');
    await screen.press('Enter');
    expect(onAmount).not.toHaveBeenCalled();
    await screen.press('2');
    await screen.tap('00');
    await screen.type('Observação', ' cofre ');
    await screen.tap('Guardar');
    await screen.press('Enter');
    const [[cents, id, note] = [], again = []] = onAmount.mock.calls;
    expect([cents, note]).toEqual([200, 'cofre']);
    expect(id).toMatch(/\w{8}/);
    expect(again[1]).toBe(id);
  });

  it('may be none where a drawer is opened without one, and has a note where one is asked for alone', async () => {
    const { screen, onAmount } = await open({ allowZero: true });
    await screen.tap('Guardar');
    expect(onAmount).toHaveBeenCalledWith(0, expect.any(String), '');
    expect(screen.words()).not.toContain('Observação');
  });

  it('is not sent while it is on its way', async () => {
    const { screen, onAmount } = await open({
      allowZero: true,
      action: { busy: true, failed: 'A loja não respondeu.' } as Props['action'],
    });
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
    await screen.press('Enter');
    expect(onAmount).not.toHaveBeenCalled();
  });
});
