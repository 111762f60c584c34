// The forms that staff and owners send: below, at and above each bound, with the words for what is beyond.
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { ENTRY_KINDS } from '../menu/menu.ts';
import { FIRST_RUN_STEPS } from '../store/first-run.ts';
import { BackupName, BackupSettings, EnrolStick } from './backups.ts';
import { CloseCash, MoveCash, OpenCash } from './cash.ts';
import { FirstRunChoices } from './first-run.ts';
import { StartOver } from './held.ts';
import { DifferenceAsk } from './difference.ts';
import { ClearHistory, OrderSearch } from './order-search.ts';
import { PauseRequest } from './pause.ts';
import { PixKey } from './pix.ts';
import { PersonRequest, Privacy } from './privacy.ts';
import { RefundRequest } from './refunds.ts';
import { ReportQuery } from './reports.ts';
import { DecideResync, KeepSelling } from './resync.ts';
import { SEARCH_LIMITS } from '../host/search-limits.ts';
import { ResetOwnerPassword, SetupOwner } from './setup.ts';
import { CancelUnpaid, EntriesPatch, StaffMove } from './staff.ts';
import { UpdateRequest } from './update.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
/** null: taken; else the first sentence, or true where the words are zod's own. */
const answerOf = (form: ZodType, body: unknown, said: string | true | null): string | true | null => {
  const { success, error } = form.safeParse(body);
  if (success) return null;
  return said === true ? true : (error?.issues[0]?.message ?? '');
};
const x = (count: number): string => 'x'.repeat(count);
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

type Case = [form: ZodType, body: unknown, said: string | true | null];
const float = (floatCents: unknown) => ({ id: ID, floatCents });
const move = (amountCents: unknown, note = '', kind = 'sangria') => ({ id: ID, kind, amountCents, note });
const SHORT_FOR_ADMIN = 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.';
const owner = (changes: object) => ({
  code: 'c',
  name: 'Zé',
  email: 'a@b.c',
  password: 'segredo',
  ...changes,
});
/** What a customer hands over, and what a sale costs on the screen: nothing up to a hundred thousand reais, in whole centavos. */
const handedOver = (lowest: number, form: ZodType, body: object): Case[] => [
  [form, { ...body, receivedCents: lowest - 1 }, true],
  [form, { ...body, receivedCents: lowest }, null],
  [form, { ...body, receivedCents: 10_000_000 }, null],
  [form, { ...body, receivedCents: 10_000_001 }, true],
  [form, { ...body, receivedCents: lowest + 0.5 }, true],
];
const DAYS = 'Use de 1 a 365 dias.';
const MONTHS = 'Use de 1 a 120 meses.';
const ABOVE_ZERO = 'Informe um valor maior que zero.';

const CASES: Record<string, Case[]> = {
  'the drawer': [
    [OpenCash, float(0), null],
    [OpenCash, float(10_000_000), null],
    [OpenCash, float(10_000_001), true],
    [OpenCash, float(-1), true],
    [OpenCash, float(0.5), true],
    [OpenCash, { id: 'x', floatCents: 0 }, true],
    [MoveCash, move(0), ABOVE_ZERO],
    [MoveCash, move(1), null],
    [MoveCash, move(1, x(120), 'suprimento'), null],
    [MoveCash, move(1, x(121)), true],
    [MoveCash, move(1, '', 'outro'), true],
    [MoveCash, move(10_000_001), true],
    [CloseCash, { countedCents: 0 }, null],
    [CloseCash, { countedCents: 0, note: x(200) }, null],
    [CloseCash, { countedCents: 0, note: x(201) }, true],
    [CloseCash, { countedCents: -1 }, true],
  ],
  'a refund': [
    [RefundRequest, { amountCents: 0 }, ABOVE_ZERO],
    [RefundRequest, { amountCents: 1 }, null],
    [RefundRequest, { amountCents: null }, null],
    [RefundRequest, { amountCents: 0.5 }, true],
    [RefundRequest, {}, true],
  ],
  'a pause': [
    [PauseRequest, { minutes: 4 }, true],
    [PauseRequest, { minutes: 5 }, null],
    [PauseRequest, { minutes: 240 }, null],
    [PauseRequest, { minutes: 241 }, true],
    [PauseRequest, { minutes: 7.5 }, true],
    [PauseRequest, { minutes: null }, null],
  ],
  'the store’s own PIX key': [
    [PixKey, { key: x(77), holder: x(25), city: x(15) }, null],
    [PixKey, { key: x(78), holder: '', city: '' }, true],
    [PixKey, { key: '', holder: x(26), city: '' }, true],
    [PixKey, { key: '', holder: '', city: x(16) }, true],
  ],
  'how long things are kept': [
    [Privacy, { retentionMonths: 0 }, MONTHS],
    [Privacy, { retentionMonths: 1 }, null],
    [Privacy, { retentionMonths: 120 }, null],
    [Privacy, { retentionMonths: 121 }, MONTHS],
    [PersonRequest, { phone: x(9) }, true],
    [PersonRequest, { phone: x(10) }, null],
    [PersonRequest, { phone: x(40) }, null],
    [PersonRequest, { phone: x(41) }, true],
    [BackupSettings, { maxAgeDays: 0 }, DAYS],
    [BackupSettings, { maxAgeDays: 1 }, null],
    [BackupSettings, { maxAgeDays: 365 }, null],
    [BackupSettings, { maxAgeDays: 366 }, DAYS],
    [EnrolStick, { id: '' }, true],
    [EnrolStick, { id: x(64) }, null],
    [EnrolStick, { id: x(65) }, true],
  ],
  'the name of a backup': [
    [BackupName, 'noturna-2026-11-21-0400-0a1b.db', null],
    [BackupName, 'antes-de-limpar-2026-11-21-0400-0a1b.db', null],
    [BackupName, 'manual-2026-11-21-0400-0a1b-0a1b2c.db.age', null],
    [BackupName, 'outra-2026-11-21-0400-0a1b.db', 'Esta cópia não existe.'],
    [BackupName, '../noturna-2026-11-21-0400-0a1b.db', 'Esta cópia não existe.'],
    [BackupName, 'noturna-2026-11-21-0400-0a1b.db/..', 'Esta cópia não existe.'],
    [BackupName, 'noturna-2026-11-21-0400-0a1bxdb', 'Esta cópia não existe.'],
    [BackupName, 'noturna-2026-11-21-0400-0a1b.db.age', 'Esta cópia não existe.'],
  ],
  'what needs its word typed out': [
    [ClearHistory, { confirm: 'CONFIRMAR' }, null],
    [ClearHistory, { confirm: 'confirmar' }, 'Digite CONFIRMAR para limpar o histórico.'],
    [StartOver, { confirm: 'A LOJA ESTÁ CERTA' }, null],
    [StartOver, { confirm: '' }, 'Digite A LOJA ESTÁ CERTA para confirmar.'],
    [KeepSelling, { confirm: 'ESTA É A LOJA' }, null],
    [KeepSelling, { confirm: 'SIM' }, 'Digite ESTA É A LOJA para confirmar.'],
  ],
  'a search of orders': [
    [OrderSearch, { limit: '1', q: '7', by: 'panel', state: 'active' }, null],
    [OrderSearch, { limit: '200', q: x(64), by: 'phone', state: 'finished' }, null],
    [OrderSearch, { limit: '0' }, true],
    [OrderSearch, { limit: '201' }, true],
    [OrderSearch, { q: ' ' }, 'Digite algo para buscar.'],
    [OrderSearch, { q: x(65) }, true],
    [OrderSearch, { by: 'name' }, true],
    [OrderSearch, { state: 'open' }, true],
    [ReportQuery, { from: '2026-11-01', to: '2026-11-30', phone: x(40) }, null],
    [ReportQuery, { from: '2026-11-31' }, true],
    [ReportQuery, { phone: x(41) }, true],
  ],
  'the first accounts': [
    [SetupOwner, owner({}), null],
    [SetupOwner, owner({ code: ' ' }), 'Digite o código de instalação.'],
    [SetupOwner, owner({ code: 7 }), 'Digite o código de instalação.'],
    [SetupOwner, owner({ code: x(40) }), null],
    [SetupOwner, owner({ code: x(41) }), true],
    [SetupOwner, owner({ name: '' }), 'Informe seu nome completo.'],
    [SetupOwner, owner({ email: '' }), 'Informe seu email.'],
    ...[SetupOwner, ResetOwnerPassword].flatMap((form): Case[] => [
      [form, owner({ password: '12345' }), SHORT_FOR_ADMIN],
      [form, owner({ password: undefined }), SHORT_FOR_ADMIN],
      [form, owner({ password: x(128) }), null],
      [form, owner({ password: x(129) }), 'A senha pode ter no máximo 128 caracteres.'],
    ]),
    [ResetOwnerPassword, owner({ code: '' }), 'Digite o código.'],
    [ResetOwnerPassword, owner({ code: x(40) }), null],
    [ResetOwnerPassword, owner({ code: x(41) }), true],
    [ResetOwnerPassword, owner({ email: '' }), 'Informe seu email.'],
    [FirstRunChoices, { skipped: [...FIRST_RUN_STEPS], dismissed: true }, null],
    [FirstRunChoices, { skipped: [...FIRST_RUN_STEPS, 'pix'], dismissed: true }, true],
    [FirstRunChoices, { skipped: ['other'], dismissed: true }, true],
    [UpdateRequest, { from: 'file' }, null],
    [UpdateRequest, { from: 'web' }, null],
    [UpdateRequest, { from: 'mail' }, true],
    [UpdateRequest, {}, true],
    [DecideResync, { decision: 'accept', seen: [1] }, null],
    [DecideResync, { decision: 'refuse', seen: [] }, null],
    [DecideResync, { decision: 'later', seen: [] }, true],
  ],
  'a move of an order': [
    ...(
      ['start', 'mark-ready', 'deliver', 'back-to-received', 'back-to-preparing', 'undo-delivery'] as const
    ).flatMap((kind): Case[] => [
      [StaffMove, { kind, seen: 'READY' }, null],
      // Whoever does not say what the screen showed is not asked for it.
      [StaffMove, { kind }, null],
    ]),
    [StaffMove, { kind: 'approve' }, true],
    [StaffMove, { kind: 'expire' }, true],
    [StaffMove, { kind: 'start', seen: 'GONE' }, true],
    [StaffMove, { kind: 'confirm-payment', method: 'cash' }, null],
    [StaffMove, { kind: 'confirm-payment', method: 'terminal', card: 'vale' }, null],
    [StaffMove, { kind: 'confirm-payment', method: 'pix_manual' }, null],
    [StaffMove, { kind: 'confirm-payment', method: 'pix' }, true],
    ...handedOver(0, StaffMove, { kind: 'confirm-payment', method: 'cash' }),
    ...handedOver(1, StaffMove, { kind: 'take-tender', id: ID, method: 'cash', cents: 1 }),
    ...handedOver(0, DifferenceAsk, { kind: 'take', id: ID, method: 'cash', cents: 1 }),
    // What was given away whole costs nothing, and is confirmed all the same.
    [StaffMove, { kind: 'confirm-payment', method: 'cash', expectedTotalCents: 0 }, null],
    [StaffMove, { kind: 'confirm-payment', method: 'cash', expectedTotalCents: -1 }, true],
    [StaffMove, { kind: 'mark-ready', station: x(64) }, null],
    [StaffMove, { kind: 'mark-ready', station: x(65) }, true],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'cash', cents: 10_000_000 }, null],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'cash', cents: 10_000_001 }, true],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'cash', cents: 1, besideParts: many(30, ID) }, null],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'cash', cents: 1, besideParts: many(31, ID) }, true],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'terminal', card: 'vale', cents: 1 }, null],
    [
      StaffMove,
      { kind: 'take-tender', id: ID, method: 'cash', cents: 0 },
      'Informe um valor maior que zero.',
    ],
    [StaffMove, { kind: 'take-tender', id: ID, method: 'pix', cents: 1 }, true],
    [StaffMove, { kind: 'take-tender', id: 'x', method: 'cash', cents: 1 }, true],
    [StaffMove, { kind: 'give-tender-back', id: ID }, null],
    [StaffMove, { kind: 'give-tender-back', id: '' }, true],
    [StaffMove, { kind: 'give-tender-back', id: x(64) }, null],
    [StaffMove, { kind: 'give-tender-back', id: x(65) }, true],
    [StaffMove, { kind: 'set-status', status: 'RECEBIDO' }, null],
    [StaffMove, { kind: 'set-status', status: 'DELIVERED' }, null],
    [StaffMove, { kind: 'set-status', status: 'PENDING' }, true],
    [StaffMove, { kind: 'set-status', status: 'CANCELLED' }, true],
    [StaffMove, { kind: 'cancel', reason: 'loja' }, null],
    [StaffMove, { kind: 'cancel', reason: 'cliente' }, null],
    [StaffMove, { kind: 'cancel', reason: 'expirado' }, true],
    [CancelUnpaid, { ids: [], reason: 'loja' }, 'Escolha ao menos um pedido.'],
    [CancelUnpaid, { ids: [ID], reason: 'expirado' }, null],
    [CancelUnpaid, { ids: many(300, ID), reason: 'cliente' }, null],
    [CancelUnpaid, { ids: many(301, ID), reason: 'loja' }, 'Cancele até 300 pedidos de cada vez.'],
    [CancelUnpaid, { ids: ['x'], reason: 'loja' }, true],
  ],
  'many changes of the menu': [
    ...ENTRY_KINDS.map((kind): Case => [EntriesPatch, { entries: [{ kind, id: 'a', fields: {} }] }, null]),
    [EntriesPatch, { entries: [] }, true],
    // A topping may cost nothing.
    ...(
      [
        [0, null],
        [-1, true],
        [0.5, true],
      ] as const
    ).map(([priceCents, said]): Case => [
      EntriesPatch,
      { entries: [{ kind: 'toppings', id: 'a', fields: {}, seen: { priceCents } }] },
      said,
    ]),
    [EntriesPatch, { entries: many(500, { kind: 'sizes', id: x(64), fields: {} }) }, null],
    [EntriesPatch, { entries: many(501, { kind: 'sizes', id: 'a', fields: {} }) }, true],
    [EntriesPatch, { entries: [{ kind: 'sizes', id: x(65), fields: {} }] }, true],
    [EntriesPatch, { entries: [{ kind: 'sizes', id: '', fields: {} }] }, true],
    [EntriesPatch, { entries: [{ kind: 'settings', id: 'a', fields: {} }] }, true],
  ],
};

describe.each(Object.entries(CASES))('%s', (_name, cases) => {
  it.each(cases.map(([form, body, said], at) => [at, body, said, form] as const))(
    'case %i: %j gives %j',
    (_at, body, said, form) => expect(answerOf(form, body, said)).toBe(said),
  );
});

it('what was left out of a form is as people expect', () => {
  expect(OrderSearch.parse({})).toEqual({ limit: 50 });
  expect(CloseCash.parse({ countedCents: 5 })).toEqual({ countedCents: 5, note: '', ask: false });
  expect(PixKey.parse({ key: ' k ', holder: ' h ', city: ' c ' })).toEqual({
    key: 'k',
    holder: 'h',
    city: 'c',
  });
});

it('a stranger may search so often, in a day and in an hour', () => {
  expect(SEARCH_LIMITS).toEqual({
    digits: { points: 5, seconds: 86_400 },
    numbers: { points: 20, seconds: 86_400 },
    askedAgain: { points: 1, seconds: 86_400 },
    numberMisses: { points: 4, seconds: 86_400 },
    storeNumberMisses: { points: 40, seconds: 86_400 },
    phoneMisses: { points: 20, seconds: 3_600 },
    storePhoneMisses: { points: 600, seconds: 3_600 },
  });
});
