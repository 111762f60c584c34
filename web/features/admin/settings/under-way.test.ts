// What is off in the settings while the store has not answered: also in a question, and around one of many.
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { KEEP_SELLING_WORD } from '@balcao/shared/http/resync.ts';
import { HELD, HELP, officeAnswers } from '../../../testing/office.ts';
import type { Answers } from '../../../testing/screen.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { never, offAfter, slowStore, type Taps } from '../../../testing/under-way.ts';
import { FoundPrintersList } from './found-printers.tsx';
import { HeldWork } from './held-work.tsx';
import { HelpCard } from './help-card.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { PersonCard } from './person-card.tsx';
import { PrintersPanel } from './printers-panel.tsx';
import { ProviderAccount } from './provider-account.tsx';
import { RecoverySheetCard } from './recovery-sheet.tsx';
import { SitePanel } from './site-panel.tsx';
import { Terminals } from './terminals.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const office = officeAnswers();
const ORDER = 'Pedido novo · 7K2MQ-9XWTB';
const OPEN = { by: 'Rui', sinceMs: 0, untilMs: 1, looks: 0, lastLookAtMs: null };
const PERSON = 'POST /api/staff/privacy/person';
const LOOKED: Taps = [['Telefone', '11987654321'], 'Ver o que a loja tem'];
const known: Answers = { [PERSON]: office[PERSON] };

type Case = [what: string, element: ReactElement, taps: Taps, off: readonly string[], more?: Answers];
const CASES: Case[] = [
  [
    'a password that is forgotten',
    createElement(UsersPanel),
    ['Senha nova para Bia', 'Fazer senha provisória'],
    ['Fazer senha provisória'],
  ],
  [
    'an account that is deleted',
    createElement(UsersPanel),
    ['Excluir Bia', 'Excluir'],
    ['Função de Bia', 'Desativar Bia', 'Senha nova para Bia', 'Excluir Bia', 'Excluir'],
  ],
  [
    'a PIN',
    createElement(UsersPanel),
    ['PIN de gerente de Rui', ['PIN', '246813'], 'Salvar PIN'],
    ['Salvar PIN', 'Tirar o PIN'],
  ],
  [
    'a sheet that is lost',
    createElement(RecoverySheetCard),
    ['Perdi a folha', 'Trocar o código'],
    ['Mostrar', 'Imprimir a folha', 'Perdi a folha', 'Trocando…'],
  ],
  [
    'a release',
    createElement(UpdatePanel),
    ['Instalar a versão 1.3.0'],
    ['Procurar agora', 'Instalar a versão 1.3.0'],
  ],
  [
    'help that is ended',
    createElement(HelpCard),
    ['Encerrar agora'],
    ['Outro código', 'Encerrar agora'],
    { 'GET /api/staff/help': { ...HELP, open: OPEN } },
  ],
  [
    'a phone that is tried',
    createElement(AlertsPanel),
    ['Enviar aviso de teste'],
    ['Não avisar mais Celular da Ana', 'Enviar aviso de teste'],
  ],
  [
    'what came back and is refused',
    createElement(SitePanel),
    ['Recusar tudo', 'Recusar'],
    ['Aceitar tudo', 'Recusar tudo', 'Recusar'],
  ],
  [
    'a store that sells all the same',
    createElement(SitePanel),
    [
      'Vender nesta máquina',
      [`Digite ${KEEP_SELLING_WORD} para confirmar`, KEEP_SELLING_WORD],
      'Vender nesta máquina',
    ],
    ['Vender nesta máquina'],
  ],
  ['a site that is left', createElement(SitePanel), ['Desligar do site', 'Desligar'], ['Desligar']],
  [
    'a command that is tried again',
    createElement(HeldWork),
    [`Tentar de novo: ${ORDER}`],
    [`Tentar de novo: ${ORDER}`, `Descartar: ${ORDER}`],
  ],
  [
    'a command that is thrown away',
    createElement(HeldWork),
    [`Descartar: ${ORDER}`, 'Descartar'],
    [`Tentar de novo: ${ORDER}`, `Descartar: ${ORDER}`, 'Descartar'],
  ],
  [
    'a store that is right',
    createElement(HeldWork),
    [
      'A loja está certa',
      [`Digite ${START_OVER_WORD} para confirmar`, START_OVER_WORD],
      'Refazer a cópia do site',
    ],
    ['Refazer a cópia do site'],
    { 'GET /api/staff/relay/held': { ...HELD, condition: 'quarantined' } },
  ],
  [
    'a terminal',
    createElement(Terminals),
    [['Nome no balcão: t1', 'Varanda'], 'Salvar: t1'],
    ['Tirar do balcão: t1', 'Salvar: t1'],
  ],
  [
    'an account that is kept',
    createElement(ProviderAccount),
    [['Access Token', 'APP_USR-2'], 'Guardar a conta'],
    ['Jeito de cobrar', 'Remover a conta', 'Testar', 'Guardar a conta'],
  ],
  [
    'an account that is taken away',
    createElement(ProviderAccount),
    ['Remover a conta', 'Remover a conta'],
    ['Remover a conta'],
  ],
  [
    'a way to charge',
    createElement(ProviderAccount),
    [['Jeito de cobrar', 'payments']],
    ['Jeito de cobrar', 'Remover a conta', 'Testar a conta guardada'],
  ],
  ['a printer that is taken away', createElement(PrintersPanel), ['Remover'], ['Remover', 'Salvar']],
  ['a page that is tried', createElement(PrintersPanel), ['Imprimir teste'], ['Imprimindo...']],
  [
    'stations',
    createElement(PrintersPanel),
    ['Acrescentar estação', ['Nome da estação', 'Bar'], 'Salvar estações'],
    ['Salvar estações'],
  ],
  ['one person’s data', createElement(PersonCard), LOOKED, ['Ver o que a loja tem']],
  [
    'a person’s file',
    createElement(PersonCard),
    [...LOOKED, 'Exportar dados desta pessoa'],
    ['Exportar dados desta pessoa'],
    known,
  ],
  [
    'a person who is erased',
    createElement(PersonCard),
    [...LOOKED, 'Apagar os dados desta pessoa', 'Apagar'],
    ['Apagando…'],
    known,
  ],
];

it.each(CASES)('%s', async (_what, element, taps, expected, more = {}) => {
  const { screen, off } = await offAfter(element, taps, { ...slowStore({ ...office, ...more }), ...more });
  expect(off).toEqual(expected);
  expect(screen.changes().filter(({ route }) => !(route in more))).toHaveLength(1);
});

it('printers that are looked for', async () => {
  const answers = { 'GET /api/staff/found-printers': never };
  const list = createElement(FoundPrintersList, { onPick: () => undefined });
  expect((await offAfter(list, ['Procurar impressoras'], answers)).off).toEqual([
    'Procurando na rede da loja...',
  ]);
});

it('a slip of the queue, and with it the whole queue', async () => {
  const isOfQueue = (name: string): boolean =>
    /^(?:Imprimir|Tentar de novo|Mandar para .*|Descartar): /.test(name);
  const open = await openStaff(createElement(PrintersPanel), { answers: slowStore(office) });
  const names = open.buttons().filter(isOfQueue);
  expect(names.length).toBeGreaterThan(4);
  const release = names.find((name) => name.startsWith('Imprimir: ')) ?? '';
  await open.tap(release);
  expect(open.buttons().filter(isOfQueue)).toEqual(names.map((name) => `${name} (off)`));
});
