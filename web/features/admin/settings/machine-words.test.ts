// What the settings say of the machine: its copies, its USB drives, its releases, and what stands still between it and the site.
import type { Backup, Stick } from '@balcao/shared/http/backups.ts';
import type { HeldCommand } from '@balcao/shared/http/held.ts';
import type { UpdateRun, UpdateSource, UpdateState } from '@balcao/shared/http/update.ts';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { buttonsIn, markupOf, wordsIn, wordsOf } from '../../../testing/words.ts';
import { LastOne, Row } from './backups-panel.tsx';
import { Command } from './held-work.tsx';
import { Run } from './update-panel.tsx';
import { UpdateSourceCard } from './update-source.tsx';
import { UsbDrivesCard } from './usb-drives-card.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const soon = (): Promise<void> => Promise.resolve();

describe('copies', () => {
  it.each([
    [HOUR_MS - 1, 'Última cópia: há menos de uma hora.'],
    [HOUR_MS, 'Última cópia: há 1 hora.'],
    [2 * HOUR_MS, 'Última cópia: há 2 horas.'],
    [48 * HOUR_MS - 1, 'Última cópia: há 47 horas.'],
    [48 * HOUR_MS, 'Última cópia: há 2 dias.'],
    [52 * HOUR_MS - 1, 'Última cópia: há 2 dias.'],
    [52 * HOUR_MS, 'A última cópia é velha: foi feita há 2 dias.'],
    [72 * HOUR_MS, 'A última cópia é velha: foi feita há 3 dias.'],
  ])('of %i ms ago are told as "%s"', (agoMs, said) => {
    const markup = markupOf(createElement(LastOne, { lastAtMs: 0, nowMs: agoMs }));
    expect(wordsIn(markup)).toBe(said);
    expect(markup.includes('error')).toBe(said.includes('velha'));
  });

  it('that were never made are told so', () => {
    expect(wordsOf(createElement(LastOne, { lastAtMs: null, nowMs: 0 }))).toBe(
      'Nenhuma cópia foi feita ainda.',
    );
  });

  const COPY: Backup = {
    name: 'n',
    reason: 'noturna',
    atMs: at('03:00'),
    bytes: 5 * 1024 * 1024,
    place: 'store',
    sealed: true,
  };
  const row = (changes: Partial<Backup>, downloadable = true): string =>
    wordsOf(createElement(Row, { backup: { ...COPY, ...changes }, downloadable }));

  it('have their day, why, how large and where, and are fetched from the machine in its own network', () => {
    expect(row({})).toBe('21/11/2026 às 03:00 Da noite · 5 MB · na máquina da loja Baixar');
    expect(row({}, false)).not.toContain('Baixar');
    expect(row({ place: 'usb' })).toBe('21/11/2026 às 03:00 Da noite · 5 MB · no pen drive');
    expect(row({ sealed: false })).toContain('Antiga, sem proteção.');
    expect(row({})).not.toContain('Antiga');
    expect(row({ reason: 'antes-de-limpar' })).toContain(
      'Antes de limpar o histórico · 5 MB · na máquina da loja Ainda guarda o que foi apagado. Some sozinha em 7 dias.',
    );
  });
});

describe('USB drives', () => {
  const STICK: Stick = {
    id: 's',
    label: 'KINGSTON',
    bytes: 32_000_000_000,
    enrolled: true,
    here: true,
    writable: true,
    seenAtMs: at('18:04'),
    holdsErased: false,
  };
  const card = (sticks: readonly Stick[], here = true): string =>
    markupOf(createElement(UsbDrivesCard, { usbDrives: sticks, here, onChange: () => {} }));

  it.each([
    [{}, 'KINGSTON · 32 GB Conectado. Recebe cada cópia.', ['Parar de usar KINGSTON']],
    [
      { enrolled: false },
      'Conectado. Nenhuma cópia vai para ele.',
      ['Usar este pen drive para cópias: KINGSTON'],
    ],
    [{ here: false }, 'Desconectado. Visto em 21/11/2026 às 18:04.', ['Parar de usar KINGSTON']],
    [{ here: false, seenAtMs: null }, 'Desconectado. Parar', ['Parar de usar KINGSTON']],
    [{ writable: false }, 'Conectado, mas não pode ser gravado', ['Parar de usar KINGSTON']],
    [{ writable: false, enrolled: false }, 'Conectado, mas não pode ser gravado', []],
    [{ holdsErased: true }, 'Elas somem na próxima cópia.', ['Parar de usar KINGSTON']],
    [
      { holdsErased: true, here: false },
      'Conecte-o à máquina da loja para limpá-lo.',
      ['Parar de usar KINGSTON'],
    ],
  ])('%j is told as "%s"', (changes, said, buttons) => {
    const markup = card([{ ...STICK, ...changes }]);
    expect(wordsIn(markup)).toContain(said);
    expect(buttonsIn(markup)).toEqual(buttons);
  });

  it('are chosen in the shop’s own network alone', () => {
    expect(buttonsIn(card([STICK], false))).toEqual([]);
    expect(wordsIn(card([STICK], false))).toContain('abra esta tela em um aparelho ligado à rede da loja');
    expect(wordsIn(card([], false))).not.toContain('abra esta tela');
    expect(wordsIn(card([]))).toContain('Conecte um pen drive à máquina da loja');
  });
});

describe('releases', () => {
  const RUN: UpdateRun = { state: 'done', message: 'Agora na 1.2.', version: '1.2', atMs: at('03:00') };
  const run = (changes: Partial<UpdateRun>, away = false): string =>
    wordsOf(createElement(Run, { run: { ...RUN, ...changes }, away }));

  it('that were put in, or not, are told in a word', () => {
    expect(run({})).toBe(
      '✔ Última atualização: concluída Agora na 1.2. 21/11/2026 às 03:00 Recarregar esta tela',
    );
    expect(run({ state: 'failed' })).toMatch(/^▲ Última atualização: não foi instalada/);
    expect(run({ state: 'rolled-back' })).toMatch(/^▲ Última atualização: voltou para a versão anterior/);
    expect(run({ state: 'stuck' })).toMatch(/^‼ Última atualização: precisa de ajuda/);
    expect(run({ state: 'stuck' })).not.toContain('Recarregar');
  });

  it('under way say what is done, and that the shop stands still for a moment', () => {
    expect(run({ state: 'running', message: 'Instalando' })).toMatch(
      /Atualização: em andamento.*Instalando.*Os pedidos param por cerca de um minuto\./,
    );
    expect(run({ state: 'asked' }, true)).toContain('A loja está sendo ligada de novo');
    expect(run({})).not.toContain('Os pedidos param');
  });

  const SOURCE: UpdateSource = {
    channel: 'stable',
    state: 'newest',
    version: '1.3',
    heardAtMs: at('03:00'),
    indexAtMs: at('02:00'),
    trouble: 'none',
    message: 'assinatura errada.',
    askedAtMs: at('04:00'),
  };
  const STATE: UpdateState = {
    version: '1.2',
    available: true,
    allowed: true,
    updateUrl: 'https://apt.example',
    auto: true,
    channel: 'stable',
    source: SOURCE,
    looking: false,
    waitsFor: null,
    run: null,
  };
  const card = (
    source: Partial<UpdateSource> | null,
    changes: Partial<UpdateState> = {},
    busy = false,
  ): string =>
    markupOf(
      createElement(UpdateSourceCard, {
        state: { ...STATE, source: source && { ...SOURCE, ...source }, ...changes },
        busy,
        onChange: soon,
      }),
    );

  it.each([
    [{}, '21/11/2026 às 03:00: a loja já tem a versão mais nova (lista de 21/11/2026).'],
    [{ state: 'none' }, '21/11/2026 às 03:00: nada.'],
    [{ state: 'available' }, 'há a versão 1.3 (lista de 21/11/2026). Ela vem sozinha em seguida.'],
    [{ state: 'tried' }, 'a versão 1.3 já foi experimentada nesta máquina e não ficou.'],
    [{ trouble: 'offline' }, '21/11/2026 às 04:00: a fonte não respondeu.'],
    [{ trouble: 'offline' }, 'Da última vez que deu certo, 21/11/2026 às 03:00: a loja já tem'],
    [{ trouble: 'refused' }, '21/11/2026 às 04:00: recusada. assinatura errada. Nada foi instalado.'],
    [{ trouble: 'refused', state: 'available' }, 'Ela não vem enquanto a lista for recusada.'],
    [{ heardAtMs: 0 }, 'Até agora a fonte nunca respondeu.'],
  ] as const)('of which was heard %j, it is said: "%s"', (source, said) => {
    expect(wordsIn(card(source))).toContain(said);
  });

  it.each([
    [{ auto: false }, 'Ela não vem sozinha: as atualizações automáticas estão desligadas.'],
    [{ waitsFor: 'closing' }, 'Ela vem sozinha quando a loja estiver fechada.'],
    [{ waitsFor: 'orders' }, 'Ela vem sozinha quando não houver pedido aberto.'],
    [{ waitsFor: 'clock' }, 'Ela vem sozinha quando a hora desta máquina estiver conferida.'],
  ] as const)('a newer one comes as %j says: "%s"', (changes, said) => {
    expect(wordsIn(card({ state: 'available' }, changes))).toContain(said);
  });

  it('of a source that brought nothing for four months are wondered at', () => {
    const since = (days: number) => wordsIn(card({ indexAtMs: at('03:00') - days * DAY_MS }));
    expect(since(120)).not.toContain('mais de quatro meses');
    expect(since(121)).toContain('Esta fonte não traz nada novo há mais de quatro meses.');
  });

  it('are put in from here where there is one to be believed', () => {
    const install = 'Instalar a versão 1.3';
    expect(buttonsIn(card({}))).toEqual(['Procurar agora']);
    for (const state of ['available', 'tried'] as const)
      expect(buttonsIn(card({ state }))).toEqual(['Procurar agora', install]);
    expect(buttonsIn(card({ state: 'available', trouble: 'refused' }))).toEqual(['Procurar agora']);
    expect(buttonsIn(card({ state: 'available', trouble: 'offline' }))).toContain(install);
    expect(buttonsIn(card({ state: 'available' }, {}, true))).toEqual([
      'Procurar agora (off)',
      `${install} (off)`,
    ]);
    expect(buttonsIn(card({}, { looking: true }))).toEqual(['Procurar agora (off)']);
    expect(buttonsIn(card({}, { allowed: false }))).toEqual([]);
    expect(wordsIn(card(null))).toContain('Ainda não procurou neste canal.');
    expect(wordsIn(card(null, { updateUrl: null }))).toContain(
      'Esta instalação não tem uma fonte de versões',
    );
  });
});

describe('what stands still between store and site', () => {
  const COMMAND: HeldCommand = {
    id: 'c',
    kind: 'order.place',
    orderId: 'one',
    orderCode: '7K2MQ9XWTB',
    state: 'set-aside',
    createdAtMs: at('18:04'),
    canRetry: true,
    canDiscard: true,
  };
  const command = (changes: Partial<HeldCommand>): string =>
    markupOf(createElement(Command, { command: { ...COMMAND, ...changes }, onDone: soon }));

  it('is named by its kind and its order, since when, and by what may be done', () => {
    expect(wordsIn(command({}))).toBe(
      'Pedido novo · 7K2MQ-9XWTB A loja não conseguiu ler este comando. Desde 21/11/2026 às 18:04 Tentar de novo Descartar',
    );
    expect(wordsIn(command({ kind: 'payment.fact', orderCode: null, canDiscard: false }))).toMatch(
      /^Notícia de pagamento A loja .* Tentar de novo$/,
    );
    expect(wordsIn(command({ kind: 'order.cancel' }))).toMatch(/^Cancelamento pelo cliente · /);
    expect(wordsIn(command({ kind: 'order.teleport' }))).toMatch(/^Comando de outra versão · /);
    expect(wordsIn(command({ state: 'deferred' }))).toContain('ele espera pela atualização.');
    expect(wordsIn(command({ canRetry: false }))).toMatch(/O cliente foi avisado .* Descartar$/);
    expect(wordsIn(command({ canRetry: false, canDiscard: false }))).not.toContain('O cliente foi avisado');
  });
});
