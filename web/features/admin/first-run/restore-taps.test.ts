// A shop that is brought back: what each of the three ways sends, what is asked for beside it, and what the screen says until it is there.
import type { RestoreSources, RestoreState } from '@balcao/shared/http/restore.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers, type Screen } from '../../../testing/screen.ts';
import { RestoreScreen } from './restore-screen.tsx';

const STATE = 'GET /api/setup/restore';
const SOURCES = 'POST /api/setup/restore/sources';
const RELAY = 'POST /api/setup/restore/relay';
const COPY = 'POST /api/setup/restore/copy';
const NONE: RestoreState = {
  state: 'none',
  from: null,
  step: null,
  done: 0,
  of: 0,
  orders: null,
  ownerNeeded: false,
  failure: null,
};
const NIGHT = 'noturna-2026-11-20-0300-abcd-123456.db.age';
const copy = (changes: Partial<RestoreSources['copies'][number]> = {}) => ({
  name: NIGHT,
  reason: 'noturna' as const,
  atMs: Date.parse('2026-11-20T03:00:00-03:00'),
  bytes: 5 * 1024 * 1024,
  place: 'usb' as const,
  sealed: true,
  ...changes,
});
const FOUND: RestoreSources = { relayUrl: 'https://acai.example', copies: [] };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = async (state: Partial<RestoreState> = {}, answers: Answers = {}) => {
  const onOver = vi.fn<() => Promise<void>>(async () => {});
  const all: Answers = { [STATE]: { ...NONE, ...state }, [SOURCES]: FOUND, ...answers };
  const screen = await openScreen(createElement(RestoreScreen, { onOver }), { answers: all });
  return { screen, onOver, answers: all };
};
const withCode = async (...given: Parameters<typeof open>) => {
  const opened = await open(...given);
  await opened.screen.type('Código de instalação', ' ABCDE-12345 ');
  await opened.screen.tap('Procurar o que recuperar');
  opened.screen.sent.splice(0);
  return opened;
};

describe('the code of the installation', () => {
  it('is asked for first; what there is to restore is looked for with it', async () => {
    const { screen } = await open();
    await screen.tap('Procurar o que recuperar');
    expect(screen.words()).toContain('Digite o código de instalação.');
    expect(screen.changes()).toEqual([]);
    await screen.type('Código de instalação', ' ABCDE-12345 ');
    await screen.tap('Procurar o que recuperar');
    expect(screen.changes()).toEqual([{ route: SOURCES, body: { code: 'ABCDE-12345' } }]);
    expect(screen.isChecked('Do site')).toBe(true);
    const refused = await open({}, { [SOURCES]: refusal(403, 'wrong-code', 'O código não confere.') });
    await refused.screen.type('Código de instalação', 'X');
    await refused.screen.tap('Procurar o que recuperar');
    expect(refused.screen.words()).toContain('O código não confere.');
  });
});

describe('a shop from its site', () => {
  const BODY = {
    code: 'ABCDE-12345',
    relayUrl: 'https://acai.example',
    pairingCode: 'PAIR1-23456',
    recoveryCode: 'AAAA-BBBB',
    lost: false,
    acceptUnproven: false,
    keptCopy: false,
  };
  const fill = async (...given: Parameters<typeof open>) => {
    const opened = await withCode(...given);
    await opened.screen.type('Código de pareamento', 'PAIR1-23456');
    await opened.screen.type('Código de recuperação', 'AAAA-BBBB');
    return opened;
  };

  it('is asked for with the codes of the site and of the sheet; then how far it is', async () => {
    const { screen } = await fill();
    expect(screen.valueOf('Endereço do site')).toBe('https://acai.example');
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await screen.tap('Recuperar do site');
    // Forty seconds: the site is asked for the pairing before this is answered.
    expect(bounds.mock.calls[0]).toEqual([40_000]);
    bounds.mockRestore();
    expect(screen.sent).toEqual([
      { route: RELAY, body: BODY },
      { route: STATE, body: undefined },
    ]);
  });

  it('comes without the sheet where it is lost, and then never from the night’s copy, which needs it', async () => {
    const { screen } = await fill();
    await screen.tap('Usar a cópia da noite que está no site');
    await screen.tap('Recuperar do site');
    expect(screen.changes().at(-1)?.body).toEqual({ ...BODY, keptCopy: true });
    await screen.tap('Perdi a folha de recuperação');
    expect(screen.words()).not.toContain('Código de recuperação');
    await screen.tap('Recuperar do site');
    expect(screen.changes().at(-1)?.body).toEqual({ ...BODY, lost: true, recoveryCode: null });
  });

  it('that was not proven is told at the field, and taken so only when somebody says it', async () => {
    const failure = {
      code: 'unproven',
      title: 'Não deu para conferir',
      detail: 'O site não prova o que entregou.',
      errors: [
        { field: 'acceptUnproven', message: 'Sem prova de que a loja escreveu isto.' },
        { field: 'pairingCode', message: 'Peça outro código.' },
      ],
    };
    expect((await withCode()).screen.words()).not.toContain('Aceitar sem prova');
    const { screen, answers } = await fill({ state: 'failed', failure });
    expect(screen.words()).toContain('Não deu para conferir O site não prova o que entregou.');
    expect(screen.words()).toContain('Peça outro código.');
    expect(screen.alerts()).toContain('Sem prova de que a loja escreveu isto.');
    await screen.tap('Aceitar sem prova');
    // The choice stays in sight while the next try has not failed.
    answers[STATE] = NONE;
    await screen.tap('Recuperar do site');
    expect(screen.changes().at(-1)?.body).toEqual({ ...BODY, acceptUnproven: true });
    expect(screen.isChecked('Aceitar sem prova')).toBe(true);
  });

  it('that could not be asked for says why', async () => {
    const { screen, answers } = await fill({}, { [RELAY]: refusal(502, 'away', 'O site não respondeu.') });
    await screen.tap('Recuperar do site');
    expect(screen.alerts()).toContain('O site não respondeu.');
    // Said at its field it is not said once more in general.
    const errors = [{ field: 'recoveryCode', message: 'Falta um grupo.' }];
    answers[RELAY] = refusal(400, 'invalid', 'Confira os campos.', { errors });
    await screen.tap('Recuperar do site');
    expect(screen.words()).toContain('Falta um grupo.');
    expect(screen.words()).not.toContain('Confira os campos.');
  });
});

/** What the copy is called that is told with this end. */
const namedIn =
  ({ words }: Screen) =>
  (end: string): string =>
    new RegExp(`20/11\\S* .{1,12}${end}`).exec(words())?.[0] ?? end;

describe('a shop from a copy', () => {
  const OLD = 'manual-2026-11-01-1200-abcd.db';
  const two = {
    [SOURCES]: {
      ...FOUND,
      copies: [copy(), copy({ name: OLD, place: 'store', sealed: false, bytes: 1_572_864 })],
    },
  };

  it('is chosen among those that were found, with the code of the sheet for a sealed one alone', async () => {
    const { screen } = await withCode({}, two);
    expect(screen.isChecked('De um pendrive')).toBe(true);
    expect(screen.words()).toContain('no pendrive · 5 MB');
    expect(screen.words()).toContain('neste aparelho · 1,5 MB');
    expect(screen.buttons()).toContain('Recuperar desta cópia (off)');
    const named = namedIn(screen);
    await screen.tap(named('no pendrive · 5 MB'));
    await screen.type('Código de recuperação', 'AAAA-BBBB');
    await screen.tap('O site não existe mais');
    await screen.tap('Recuperar desta cópia');
    const body = { code: 'ABCDE-12345', place: 'usb', name: NIGHT, withoutRelay: true };
    expect(screen.sent).toEqual([
      { route: COPY, body: { ...body, recoveryCode: 'AAAA-BBBB' } },
      { route: STATE, body: undefined },
    ]);
    await screen.tap(named('neste aparelho · 1,5 MB'));
    expect(screen.words()).not.toContain('Código de recuperação');
    await screen.tap('Recuperar desta cópia');
    expect(screen.changes().at(-1)?.body).toEqual({
      ...body,
      place: 'store',
      name: OLD,
      recoveryCode: null,
    });
  });

  it('that lies in both places is the one that is chosen', async () => {
    const copies = [copy(), copy({ place: 'store' })];
    const { screen } = await withCode({}, { [SOURCES]: { ...FOUND, copies } });
    const named = namedIn(screen);
    await screen.tap(named('neste aparelho · 5 MB'));
    expect(screen.isChecked(named('no pendrive · 5 MB'))).toBe(false);
    await screen.tap('Recuperar desta cópia');
    expect(screen.changes().at(-1)?.body).toMatchObject({ place: 'store', name: NIGHT });
  });

  it('that is refused for its code says so there, and not once more in general', async () => {
    const errors = [{ field: 'recoveryCode', message: 'Falta um grupo.' }];
    const { screen } = await withCode(
      {},
      {
        [SOURCES]: { ...FOUND, copies: [copy()] },
        [COPY]: refusal(400, 'invalid', 'Confira os campos.', { errors }),
      },
    );
    await screen.tap(namedIn(screen)('no pendrive · 5 MB'));
    await screen.tap('Recuperar desta cópia');
    expect(screen.words()).toContain('Falta um grupo.');
    expect(screen.words()).not.toContain('Confira os campos.');
  });

  it('that could not be looked for says why', async () => {
    const { screen, answers } = await withCode();
    await screen.tap('De um pendrive');
    answers[SOURCES] = refusal(503, 'away', 'A máquina não respondeu.');
    await screen.tap('Procurar de novo');
    expect(screen.alerts()).toContain('A máquina não respondeu.');
  });

  it('that was not found is looked for again', async () => {
    const answers: Answers = {};
    const { screen, answers: all } = await withCode({}, answers);
    await screen.tap('De um pendrive');
    expect(screen.words()).toContain('Nenhuma cópia foi achada.');
    all[SOURCES] = { ...FOUND, copies: [copy()] };
    await screen.tap('Procurar de novo');
    expect(screen.changes()).toEqual([{ route: SOURCES, body: { code: 'ABCDE-12345' } }]);
    expect(screen.words()).toContain('no pendrive · 5 MB');
  });
});

describe('a shop on its way back', () => {
  it('is looked at every second, and what was typed is hidden meanwhile', async () => {
    const { screen, answers } = await open({ state: 'running', step: 'rows', done: 3, of: 4 });
    expect(screen.words()).toContain('Pedidos, usuários e caixa');
    expect(screen.words()).toContain('Não desligue o aparelho da loja.');
    expect(screen.buttons()).not.toContain('Começar uma loja nova');
    const bar = screen.all('progress')[0];
    expect([bar?.getAttribute('value'), bar?.getAttribute('max')]).toEqual(['75', '100']);
    screen.sent.splice(0);
    answers[STATE] = { ...NONE, state: 'running', step: 'menu' };
    await screen.later(1_000);
    expect(screen.sent.map(({ route }) => route)).toEqual([STATE]);
    expect(screen.words()).toContain('Cardápio e configurações');
    answers[STATE] = { ...NONE, state: 'done', orders: 1 };
    await screen.later(1_000);
    expect(screen.words()).toContain('A loja está de volta 1 pedido recuperado.');
    await screen.later(5_000);
    expect(screen.sent).toHaveLength(2);
  });

  it('that the machine has forgotten about is over; one that never began is not', async () => {
    const { screen, answers, onOver } = await open({ state: 'running', step: 'replacing' });
    answers[STATE] = NONE;
    await screen.later(1_000);
    expect(onOver).toHaveBeenCalledOnce();
    const fresh = await open();
    expect(fresh.onOver).not.toHaveBeenCalled();
    await fresh.screen.later(5_000);
    expect(fresh.screen.sent).toHaveLength(1);
  });

  it('has its people again, or needs an owner where the sheet was lost', async () => {
    const back = (await open({ state: 'done', orders: 1_234 })).screen;
    expect(back.words()).toContain('1.234 pedidos recuperados.');
    expect(back.words()).toContain('Entre com o email e a senha de antes.');
    expect(back.buttons()).toEqual(['Entrar']);
    const without = (await open({ state: 'done', orders: 0, ownerNeeded: true })).screen;
    expect(without.words()).toContain('0 pedidos recuperados.');
    expect(without.buttons()).toEqual(['Criar a conta do dono']);
  });

  it('that failed says why, and that nothing was changed here', async () => {
    const failure = {
      code: 'x',
      title: 'A cópia não abriu',
      detail: 'O código não é desta cópia.',
      errors: [],
    };
    const { screen } = await open({ state: 'failed', failure });
    expect(screen.alerts().join()).toContain('A cópia não abriu O código não é desta cópia. Nada foi mudado');
    expect((await open()).screen.words()).not.toContain('Nada foi mudado');
  });
});
