// LGPD, one person: looked up by a phone, given as a file, and erased after a question.
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../../data/shop.ts';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { PersonCard } from './person-card.tsx';

describe('one person’s data', () => {
  const PERSON = 'POST /api/staff/privacy/person';
  const none = { count: 0, firstAtMs: null, lastAtMs: null };
  const NOBODY = {
    orders: { ...none, withObservations: 0 },
    wholesale: { ...none, withName: 0, withTaxId: 0, withAddress: 0, withObservations: 0 },
    onlinePayments: 0,
    handPayments: 0,
    slips: 0,
    months: 0,
  };
  const SOMEBODY = { ...NOBODY, orders: { ...NOBODY.orders, count: 3, firstAtMs: 0, lastAtMs: 0 } };
  const open = async (person: unknown, answers: Answers = {}, store = createStore()) => {
    const screen = await openScreen(createElement(PersonCard), {
      store,
      answers: { [PERSON]: person, ...answers },
    });
    await screen.type('Telefone', '1133334444');
    await screen.tap('Ver o que a loja tem');
    return screen;
  };

  it('is looked up under a whole number alone', async () => {
    const screen = await open(SOMEBODY);
    expect(screen.changes()).toEqual([{ route: PERSON, body: { phone: '1133334444' } }]);
    expect(screen.words()).toContain('O que a loja tem de (11) 3333-4444');
    expect(screen.words()).not.toContain('Nenhum pedido com este telefone');
    // Another number is another person.
    await screen.type('Telefone', '113333444');
    expect(screen.words()).not.toContain('O que a loja tem de');
    // No number has more than eleven figures.
    await screen.type('Telefone', '119876543219');
    expect(screen.valueOf('Telefone')).toBe('(11) 98765-4321');
    await screen.type('Telefone', '113333444');
    expect(screen.buttons()).toContain('Ver o que a loja tem (off)');
    await screen.submit();
    expect(screen.changes()).toHaveLength(1);
    expect((await open(NOBODY)).words()).toContain('Nenhum pedido com este telefone.');
  });

  it('that comes late is not shown under another number, typed meanwhile', async () => {
    let answer = (_: unknown): void => undefined;
    const screen = await open(() => new Promise((resolve) => (answer = resolve)));
    await screen.type('Telefone', '1133335555');
    await screen.when(() => answer(SOMEBODY));
    expect(screen.words()).not.toContain('O que a loja tem de');
    expect(screen.buttons()).not.toContain('Apagar os dados desta pessoa');
  });

  it('is kept where whoever was asked thinks better of it', async () => {
    const screen = await open(SOMEBODY);
    await screen.tap('Apagar os dados desta pessoa');
    await screen.tap('Fechar');
    expect(screen.all('dialog[open]')).toEqual([]);
    expect(screen.changes()).toHaveLength(1);
    expect(screen.words()).toContain('O que a loja tem de (11) 3333-4444');
  });

  it('is given as a file whose name does not tell the phone', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const screen = await open(SOMEBODY, { 'POST /api/staff/privacy/export': { pedidos: [1] } });
    await screen.tap('Exportar dados desta pessoa');
    // A minute, as its erasure has.
    expect(bounds).toHaveBeenLastCalledWith(60_000);
    bounds.mockRestore();
    expect(screen.changes().at(-1)).toEqual({
      route: 'POST /api/staff/privacy/export',
      body: { phone: '1133334444' },
    });
    expect(await screen.saved()).toEqual([['dados-pessoais.json', '{\n  "pedidos": [\n    1\n  ]\n}\n']]);
  });

  const ERASED = {
    atMs: 0,
    phoneEnd: '4444',
    before: SOMEBODY,
    left: 0,
    copies: { lastUntilMs: 0, sticks: 0, relay: 'none' },
  };

  it('is erased after a question, and the receipt stands in its place', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const screen = await open(SOMEBODY, { 'POST /api/staff/privacy/erase': ERASED });
    await screen.tap('Apagar os dados desta pessoa');
    expect(screen.changes()).toHaveLength(1);
    await screen.tap('Apagar');
    expect(screen.changes().at(-1)).toEqual({
      route: 'POST /api/staff/privacy/erase',
      body: { phone: '1133334444' },
    });
    // A minute: a long history is walked through in pieces.
    expect(bounds).toHaveBeenLastCalledWith(60_000);
    expect(screen.valueOf('Telefone')).toBe('');
    expect(screen.words()).toContain('4444');
    expect(screen.words()).not.toContain('O que a loja tem de');
    await screen.tap('Baixar comprovante');
    const [[name, text] = ['', '']] = await screen.saved();
    expect(name).toBe('comprovante-de-exclusao.txt');
    expect(text).toContain('4444');
    expect(text.split('\n').length).toBeGreaterThan(3);
  });

  it('is asked about with all that is erased of it', async () => {
    const asked = async (person: object) => {
      const screen = await open(person);
      await screen.tap('Apagar os dados desta pessoa');
      return screen.words();
    };
    expect(await asked(SOMEBODY)).not.toContain('CPF/CNPJ');
    expect(await asked({ ...SOMEBODY, wholesale: { ...NOBODY.wholesale, count: 1 } })).toContain(
      'restaurações. Do atacado somem também nome, CPF/CNPJ e endereço. Não pode ser desfeito.',
    );
  });

  it('that could not be looked up, or given, says why beside the button', async () => {
    const away = refusal(503, 'away', 'A loja não respondeu.');
    expect((await open(away)).alerts()).toEqual(['A loja não respondeu.']);
    const screen = await open(SOMEBODY, { 'POST /api/staff/privacy/export': away });
    await screen.tap('Exportar dados desta pessoa');
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
  });

  it('has a receipt that names the shop, on the screen, in its file and on paper', async () => {
    const store = createStore();
    const screen = await open(
      SOMEBODY,
      {
        'POST /api/staff/privacy/erase': ERASED,
        'GET /api/store': { ...sampleStore, name: 'Açaí do Parque' },
      },
      store,
    );
    await screen.when(() => store.set(loadStoreAtom));
    await screen.tap('Apagar os dados desta pessoa');
    await screen.tap('Apagar');
    expect(screen.words()).toContain('Loja: Açaí do Parque');
    await screen.tap('Baixar comprovante');
    expect((await screen.saved()).at(-1)?.[1]).toContain('- Loja: Açaí do Parque\n');
    let printed = '';
    const print = () => void (printed = screen.all('#sheet-on-paper')[0]?.textContent ?? '');
    Object.assign(screen.window, { print });
    await screen.tap('Imprimir comprovante');
    expect(printed).toContain('Comprovante de exclusão de dados pessoais');
    expect(printed).toContain('Loja: Açaí do Parque');
    expect(printed).not.toContain('Imprimir');
  });
});
