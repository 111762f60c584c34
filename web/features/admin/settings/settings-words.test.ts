// What the settings say of the account, its terminals, the people, their phones and the print queue, and which buttons stand there.
import type { PrintingView } from '@balcao/shared/http/printing.ts';
import type { StaffUser } from '@balcao/shared/http/users.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, rowsIn, wordsIn, wordsOf } from '../../../testing/words.ts';
import { Devices, Recent } from './alerts-panel.tsx';
import { PrintJobs } from './print-jobs.tsx';
import { Present, TestResult } from './provider-account.tsx';
import { Terminal } from './terminals.tsx';
import { UserRow } from './user-row.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const nothing = (): void => {};

describe('the account at the provider', () => {
  const ACCOUNT: ComponentProps<typeof Present>['state'] = {
    configured: true,
    source: 'store',
    payeeId: '123',
    cards: true,
    notices: true,
    updatedAtMs: at('18:04'),
    api: 'orders',
  };
  const words = (changes: Partial<typeof ACCOUNT>): string =>
    wordsOf(createElement(Present, { state: { ...ACCOUNT, ...changes } }));

  it('says what it allows, whose it is and since when', () => {
    expect(words({})).toBe('✔ PIX e cartão online ligados, conta 123, guardada em 21/11/2026 às 18:04.');
    expect(words({ cards: false, payeeId: null, updatedAtMs: null })).toBe('✔ PIX online ligado.');
    expect(words({ source: 'environment', notices: false, updatedAtMs: null })).toBe(
      '✔ PIX e cartão online ligados, conta 123, conta configurada no servidor do site. ' +
        'Sem a assinatura do webhook, a confirmação chega por consulta.',
    );
    expect(words({ configured: false })).toContain('Nenhuma conta: o site não cobra por PIX nem cartão');
  });

  it('that was tested says each step in a word, and whether all is well', () => {
    const steps = [
      { step: 'a', state: 'ok' as const, text: 'a chave vale' },
      { step: 'b', state: 'failed' as const, text: 'não tem chave PIX' },
      { step: 'c', state: 'skipped' as const, text: 'o aviso' },
    ];
    const bad = markupOf(createElement(TestResult, { test: { ok: false, message: '', steps } }));
    expect(wordsIn(bad)).toBe('✔ certo: a chave vale ‼ errado: não tem chave PIX – não testado: o aviso');
    expect(bad).toContain('role="alert"');
    const good = markupOf(
      createElement(TestResult, { test: { ok: true, message: 'Tudo certo.', steps: [] } }),
    );
    expect(wordsIn(good)).toBe('✔ Tudo certo.');
    expect(good).toContain('role="status"');
  });
});

describe('a terminal of the account', () => {
  const TERMINAL = { id: 'NEWLAND_N950__N950NCB8', name: null, isReady: false, isThere: true };
  const view = (changes: Partial<ComponentProps<typeof Terminal>['terminal']>): string =>
    markupOf(
      createElement(Terminal, {
        terminal: { ...TERMINAL, ...changes },
        onKept: nothing,
        onForgotten: () => Promise.resolve(),
      }),
    );

  it.each([
    [{}, '– NEWLAND N950, nº N950NCB8 · fora do balcão', ['Usar no balcão']],
    [
      { name: 'Balcão 1', isReady: true },
      '✔ NEWLAND N950, nº N950NCB8 · recebe o valor do balcão',
      // As it is, there is nothing to save.
      ['Tirar do balcão', 'Salvar (off)'],
    ],
    [
      { name: 'Balcão 1' },
      '– NEWLAND N950, nº N950NCB8 · fora do modo PDV: salve de novo',
      ['Tirar do balcão', 'Salvar'],
    ],
    [
      { name: 'Balcão 1', isReady: true, isThere: false },
      '– NEWLAND N950, nº N950NCB8 · não está mais na conta',
      ['Tirar do balcão'],
    ],
  ])('%j is "%s"', (changes, words, buttons) => {
    expect(wordsIn(view(changes))).toContain(words);
    expect(buttonsIn(view(changes))).toEqual(
      buttons.map((name) => name.replace(/(?= \(off\)|$)/, ': NEWLAND N950, nº N950NCB8')),
    );
  });
});

describe('somebody of the team', () => {
  const USER: StaffUser = {
    id: 'u',
    name: 'Nina',
    email: 'nina@acai.demo',
    role: 'ATTENDANT',
    createdAtMs: at('18:04'),
    asksPassword: false,
    disabled: false,
    hasPin: false,
  };
  const row = (changes: Partial<StaffUser>, own = false): string =>
    markupOf(createElement(UserRow, { user: { ...USER, ...changes }, own, onChanged: nothing }));

  it('is kept out, given another password and deleted by somebody else alone', () => {
    expect(buttonsIn(row({}))).toEqual(['Desativar Nina', 'Senha nova para Nina', 'Excluir Nina']);
    expect(buttonsIn(row({ disabled: true }))).toContain('Reativar Nina');
    expect(buttonsIn(row({}, true))).toEqual(['Excluir Nina']);
  });

  it('makes a PIN as a manager for himself; of another manager only one that is there is changed', () => {
    const pin = 'PIN de gerente de Nina';
    expect(buttonsIn(row({ role: 'ADMIN' }, true))).toContain(`Criar ${pin}`);
    expect(wordsIn(row({ role: 'ADMIN' }, true))).toContain('Criar PIN');
    expect(buttonsIn(row({ role: 'ADMIN' })).join()).not.toContain(pin);
    expect(buttonsIn(row({ role: 'ADMIN', hasPin: true }))).toContain(pin);
    expect(wordsIn(row({ role: 'ADMIN', hasPin: true }))).toContain('PIN ✓');
    expect(buttonsIn(row({ role: 'KITCHEN', hasPin: true }, true))).not.toContain(pin);
  });

  it('says what is the matter with the account, and keeps its own function to itself', () => {
    expect(wordsIn(row({ disabled: true, asksPassword: true }, true))).toMatch(
      /^Nina você desativada falta senha nova nina@acai\.demo .*21\/11\/2026/,
    );
    expect(wordsIn(row({}))).not.toMatch(/você|desativada|falta senha/);
    expect(row({}, true)).toMatch(/<select[^>]* disabled=""/);
    expect(row({})).not.toMatch(/<select[^>]* disabled=""/);
    expect(wordsIn(row({ role: null }))).toContain('Sem função ainda');
    expect(wordsIn(row({}))).not.toContain('Sem função ainda');
  });
});

describe('phones that ring', () => {
  const PUSH: ComponentProps<typeof Devices>['push'] = {
    publicKey: '',
    webhook: false,
    devices: [],
    alarms: [],
  };
  const view = (changes: Partial<typeof PUSH>): string =>
    markupOf(createElement(Devices, { push: { ...PUSH, ...changes }, onChanged: nothing }));

  it('are named with their day; without any, nothing is tried out', () => {
    const devices = [{ id: 'd', label: 'Celular da dona', createdAtMs: at('18:04') }];
    expect(wordsIn(view({ devices }))).toContain('Celular da dona desde 21/11/2026');
    expect(buttonsIn(view({ devices }))).toEqual([
      'Não avisar mais Celular da dona',
      'Enviar aviso de teste',
    ]);
    expect(wordsIn(view({}))).toContain('Nenhum aparelho ainda: hoje ninguém é avisado quando algo para.');
    expect(buttonsIn(view({}))).toEqual(['Enviar aviso de teste (off)']);
    expect(buttonsIn(view({ webhook: true }))).toEqual(['Enviar aviso de teste']);
    expect(wordsIn(view({ webhook: true }))).toContain('também é avisado');
  });

  it('told of what began when, and of what is over', () => {
    const alarm = { id: 'a', title: 'Impressora parada', text: 'Sem papel.', sinceMs: at('18:04') };
    const words = (endedAtMs: number | null) =>
      wordsOf(createElement(Recent, { alarms: [{ ...alarm, endedAtMs }] }));
    expect(words(null)).toContain('21/11, 18:04 Impressora parada. Sem papel.');
    expect(words(null)).not.toContain('resolvido');
    expect(words(at('18:30'))).toContain('✔ resolvido 21/11, 18:30');
    expect(wordsOf(createElement(Recent, { alarms: [] }))).toContain('Nada a avisar até agora.');
  });
});

describe('the print queue', () => {
  type Job = PrintingView['jobs'][number];
  const printer = { state: 'ok', stateText: 'Pronta', detail: null, held: 0, failed: 0 };
  const JOB: Job = {
    id: 1,
    printerId: 'p',
    purpose: 'kitchen',
    orderId: 'one',
    code: '7K2MQ9XWTB',
    panelNumber: 7,
    simpleId: 41,
    copy: 1,
    state: 'queued',
    stateText: 'na fila',
    attempts: 0,
    nextAtMs: 0,
    lastError: null,
    createdAtMs: 0,
    updatedAtMs: at('18:04'),
  };
  const queue = (changes: Partial<Job>): string =>
    markupOf(
      createElement(PrintJobs, {
        printing: {
          value: {
            printers: [
              { ...printer, id: 'p', name: 'Cozinha', enabled: true },
              { ...printer, id: 'q', name: 'Balcão', enabled: true },
              { ...printer, id: 'r', name: 'Velha', enabled: false },
            ],
            jobs: [{ ...JOB, ...changes }],
          },
          error: null,
          loading: false,
          reload: () => Promise.resolve(),
          set: nothing,
        } as unknown as ComponentProps<typeof PrintJobs>['printing'],
      }),
    );

  it('says what it is, of which order, where, how it stands and when', () => {
    expect(rowsIn(queue({})).at(-1)).toMatch(/^Comanda #41 · 7K2MQ-9XWTB Cozinha na fila 21\/11, 18:04 /);
    expect(rowsIn(queue({ copy: 2, simpleId: null, lastError: 'sem papel' })).at(-1)).toMatch(
      /^Comanda \(2ª via\) – Cozinha na fila sem papel /,
    );
    expect(rowsIn(queue({ code: null, purpose: 'close' })).at(-1)).toMatch(/^Fechamento #41 Cozinha /);
  });

  it('is tried again, sent to another printer that is in use, or thrown away, as it stands', () => {
    const others = ['Mandar para Balcão: Comanda #41', 'Descartar: Comanda #41'];
    expect(buttonsIn(queue({ state: 'queued' }))).toEqual(['Tentar de novo: Comanda #41', ...others]);
    expect(buttonsIn(queue({ state: 'failed' }))).toEqual(['Tentar de novo: Comanda #41', ...others]);
    expect(buttonsIn(queue({ state: 'held' }))).toEqual(['Imprimir: Comanda #41', ...others]);
    for (const state of ['sending', 'printed', 'sent', 'discarded'] as const)
      expect(buttonsIn(queue({ state }))).toEqual([]);
  });
});
