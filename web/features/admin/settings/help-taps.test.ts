// Printers on paper, a manager's PIN, and what stands still between store and site: what each button sends.
import type { HeldCommand, HeldWork as Held } from '@balcao/shared/http/held.ts';
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { HeldWork } from './held-work.tsx';
import { ManagerPin } from './manager-pin.tsx';
import { PrinterTest } from './printer-test.tsx';

describe('a test page', () => {
  const PRINTER: PrinterConfig = {
    id: 'k',
    name: 'Cozinha',
    enabled: true,
    transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    family: 'EPSON',
    pictures: true,
    purposes: ['kitchen'],
  };
  const TEST = 'POST /api/staff/printers/k/test';
  const SEEN = 'POST /api/staff/printers/k/paper-seen';
  const open = async (answers: Answers, changes: Partial<PrinterConfig> = {}) => {
    const onChanged = vi.fn<() => void>();
    const printer = { ...PRINTER, ...changes };
    const screen = await openScreen(
      createElement(
        'div',
        null,
        createElement(PrinterTest, { printer, isUnsaved: false, onChanged }),
        createElement(Toaster),
      ),
      { answers },
    );
    await screen.tap('Imprimir teste');
    return { screen, onChanged };
  };

  it('of a printer that answers is done once it says so', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen, onChanged } = await open({ [TEST]: { unproven: false, message: 'A página saiu.' } });
    // The store itself waits up to twenty seconds for a printer's word.
    expect(bounds.mock.calls.at(-1)?.[0]).toBeGreaterThan(20_000);
    bounds.mockRestore();
    expect(screen.words()).toContain('A página saiu.');
    expect(onChanged).toHaveBeenCalledOnce();
    expect(screen.buttons()).not.toContain('Saiu no papel');
  });

  it('of one that does not is looked at by a person', async () => {
    const { screen, onChanged } = await open({ [TEST]: { unproven: true, message: '' }, [SEEN]: null });
    expect(onChanged).not.toHaveBeenCalled();
    await screen.tap('Saiu no papel');
    expect(screen.changes().map(({ route }) => route)).toEqual([TEST, SEEN]);
    expect(screen.words()).toContain('Impressora confirmada Cozinha');
    expect(onChanged).toHaveBeenCalledOnce();
    const none = (await open({ [TEST]: { unproven: true, message: '' } })).screen;
    await none.tap('Não saiu');
    expect(none.alerts()[0]).toMatch(/^A página de teste não saiu\..*A impressora está ligada e com papel\?/);
    expect(none.changes()).toHaveLength(1);
    const unsaid = (await open({ [TEST]: { unproven: true, message: '' } })).screen;
    await unsaid.tap('Fechar');
    expect(unsaid.buttons()).not.toContain('Saiu no papel');
    expect([unsaid.alerts(), unsaid.changes().length]).toEqual([[], 1]);
  });

  it('that nobody could confirm is not confirmed', async () => {
    const { screen, onChanged } = await open({
      [TEST]: { unproven: true, message: '' },
      [SEEN]: refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Saiu no papel');
    expect(screen.words()).not.toContain('Impressora confirmada');
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('that did not come out says what to look at', async () => {
    const answers: Answers = {
      [TEST]: refusal(502, 'no-paper', 'A impressora não respondeu.', { checklist: ['Está ligada?'] }),
    };
    const { screen } = await open(answers);
    expect(screen.alerts()).toContain('A impressora não respondeu. Está ligada?');
    answers[TEST] = { unproven: false, message: 'A página saiu.' };
    await screen.tap('Imprimir teste');
    expect(screen.alerts().join()).not.toContain('Está ligada?');
  });

  it('is not asked for of one that is off, or nowhere', async () => {
    const off = (await open({}, { enabled: false })).screen;
    expect(off.alerts()).toContain('Habilite a impressora antes de testar');
    const nowhere = (await open({}, { transport: { kind: 'tcp', host: '', port: 9100 } })).screen;
    expect(nowhere.alerts()).toContain('Configure o IP da impressora');
    for (const screen of [off, nowhere]) expect(screen.changes()).toEqual([]);
  });
});

describe('a manager’s PIN', () => {
  const PUT = 'PUT /api/staff/users/u/pin';
  const open = async (own: boolean, hasPin: boolean, answers: Answers = {}) => {
    const done = { onSet: vi.fn<() => void>(), onClose: vi.fn<() => void>() };
    const user = { id: 'u', name: 'Nina', hasPin } as StaffUser;
    return {
      ...done,
      screen: await openScreen(createElement(ManagerPin, { user, own, ...done }), { answers }),
    };
  };

  it('is set by oneself, of four figures or more', async () => {
    const { screen, onSet, onClose } = await open(true, false);
    expect(screen.buttons()).not.toContain('Tirar o PIN');
    await screen.type('PIN', '12a3');
    expect(screen.buttons()).toContain('Salvar PIN (off)');
    await screen.submit();
    expect(screen.changes()).toEqual([]);
    await screen.type('PIN', '1234');
    await screen.tap('Salvar PIN');
    expect(screen.changes()).toEqual([{ route: PUT, body: { pin: '1234' } }]);
    expect([onSet.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });

  it('is taken away by any administrator, and by nobody set for another', async () => {
    const { screen, onSet } = await open(false, true);
    expect(screen.buttons()).not.toContain('Salvar PIN (off)');
    await screen.tap('Tirar o PIN');
    expect(screen.changes()).toEqual([{ route: PUT, body: { pin: null } }]);
    expect(onSet).toHaveBeenCalledOnce();
  });

  it('of another that could not be taken away says why', async () => {
    const { screen, onSet } = await open(false, true, { [PUT]: refusal(503, 'away', 'A loja reinicia.') });
    await screen.tap('Tirar o PIN');
    expect(screen.alerts()).toEqual(['A loja reinicia.']);
    expect(onSet).not.toHaveBeenCalled();
  });

  it('that the store does not take is not set', async () => {
    const { screen, onSet } = await open(true, false, { [PUT]: refusal(400, 'weak', 'Escolha outro.') });
    await screen.type('PIN', '1111');
    await screen.tap('Salvar PIN');
    expect(screen.words()).toContain('Escolha outro.');
    expect(onSet).not.toHaveBeenCalled();
  });
});

describe('what stands still', () => {
  const LIST = 'GET /api/staff/relay/held';
  const COMMAND: HeldCommand = {
    id: 'c',
    kind: 'order.place',
    orderId: 'one',
    orderCode: null,
    state: 'set-aside',
    createdAtMs: 0,
    canRetry: true,
    canDiscard: true,
  };
  const open = (changes: Partial<Held>, answers: Answers = {}) =>
    openScreen(createElement('div', null, createElement(HeldWork), createElement(Toaster)), {
      answers: { [LIST]: { condition: 'following', rows: 2, commands: [], ...changes }, ...answers },
    });

  it('is tried again, or thrown away after a question; then it is looked at again', async () => {
    const screen = await open({ commands: [COMMAND] });
    await screen.tap('Tentar de novo: Pedido novo');
    expect(screen.sent.map(({ route }) => route).slice(-2)).toEqual([
      'POST /api/staff/relay/held/c/retry',
      LIST,
    ]);
    expect(screen.words()).toContain('Enviado de novo à loja');
    await screen.tap('Descartar: Pedido novo');
    expect(screen.changes()).toHaveLength(1);
    await screen.tap('Descartar');
    expect(screen.changes()[1]?.route).toBe('POST /api/staff/relay/held/c/discard');
    expect(screen.words()).toContain('Comando descartado');
  });

  it('and could not be tried again says so beside the buttons, and nothing of it in the question', async () => {
    const screen = await open(
      { commands: [COMMAND] },
      { 'POST /api/staff/relay/held/c/retry': refusal(409, 'away', 'A loja não responde.') },
    );
    await screen.tap('Tentar de novo: Pedido novo');
    expect(screen.all('p[role="alert"]').map((one) => one.textContent)).toEqual(['A loja não responde.']);
    // It may have gone by itself, or stand otherwise by now.
    expect(screen.sent.at(-1)?.route).toBe(LIST);
    await screen.tap('Descartar: Pedido novo');
    expect(screen.all('p[role="alert"]')).toEqual([]);
  });

  it.each([
    ['order.place', 'Pedido novo'],
    ['order.withdraw', 'Desistência do cliente'],
    ['order.choose-cash', 'Escolha de pagar no balcão'],
    ['order.cancel', 'Cancelamento pelo cliente'],
    ['payment.fact', 'Notícia de pagamento'],
    ['wholesale.place', 'Pedido de atacado'],
    ['wholesale.withdraw', 'Desistência no atacado'],
    ['order.from-a-later-version', 'Comando de outra versão'],
  ])('as %s is called "%s"', async (kind, said) => {
    const screen = await open({ commands: [{ ...COMMAND, kind: kind as HeldCommand['kind'] }] });
    expect(screen.buttons()).toEqual([`Tentar de novo: ${said}`, `Descartar: ${said}`]);
  });

  it('because store and site differ is decided by a word typed out', async () => {
    const screen = await open({ condition: 'quarantined', rows: 1 });
    expect(screen.words()).toContain('joga fora a sua cópia de 1 linha e');
    await screen.tap('A loja está certa');
    await screen.type('Digite A LOJA ESTÁ CERTA para confirmar', 'A LOJA ESTÁ CERTA');
    await screen.tap('Refazer a cópia do site');
    expect(screen.changes()).toEqual([
      { route: 'POST /api/staff/relay/start-over', body: { confirm: 'A LOJA ESTÁ CERTA' } },
    ]);
    expect(screen.sent.at(-1)?.route).toBe(LIST);
    expect(screen.buttons()).not.toContain('Refazer a cópia do site');
  });

  it.each(['following', 'rolled-back', 'fenced', 'incompatible'] as const)(
    'for another reason is not to be decided: %s',
    async (condition) => {
      expect((await open({ condition })).buttons()).toEqual([]);
    },
  );
});
