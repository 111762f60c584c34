// All that the first run and the return of a shop say and send, as approved texts beside them.
import type { ApiReply } from '@balcao/shared/http/api.ts';
import { FIRST_RUN_STEPS } from '@balcao/shared/store/first-run.ts';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstRunOf } from '../../../testing/first-run.ts';
import { BACKUPS } from '../../../testing/machine.ts';
import { officeAnswers } from '../../../testing/office.ts';
import { REFUSED, refusing } from '../../../testing/staff-answers.ts';
import { beginEvening, openStaff, type Given } from '../../../testing/staff-screen.ts';
import { createVisits, UNHURRIED } from '../../../testing/visit.ts';
import FirstRunPage from './first-run-page.tsx';
import { SCREENS } from './steps.ts';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const RESTORE: ApiReply<'GET /api/setup/restore'> = {
  state: 'none',
  from: null,
  step: null,
  done: 0,
  of: 0,
  orders: null,
  ownerNeeded: false,
  failure: null,
};
const FOUND: ApiReply<'POST /api/setup/restore/sources'> = {
  relayUrl: 'https://site.example',
  copies: BACKUPS.backups,
};
const answersOf = (states: Parameters<typeof firstRunOf>[0] | null) => ({
  ...officeAnswers(),
  'GET /api/setup': { needed: states === null },
  'GET /api/setup/restore': RESTORE,
  'POST /api/setup/restore/sources': FOUND,
  'POST /api/setup/restore/relay': { ...RESTORE, state: 'running', from: 'relay', step: 'pairing' },
  'POST /api/setup/restore/copy': { ...RESTORE, state: 'running', from: 'file', step: 'receiving' },
  'GET /api/staff/first-run': firstRunOf(states ?? {}),
  'PUT /api/staff/first-run': firstRunOf(states ?? {}),
});
const open =
  (slug: string, { answers = {}, ...given }: Given = {}) =>
  () =>
    openStaff(
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/admin/primeiros-passos/:slug', element: createElement(FirstRunPage) }),
      ),
      { path: `/admin/primeiros-passos/${slug}`, answers, ...given },
    );
const ALL = Object.fromEntries(FIRST_RUN_STEPS.map((id) => [id, 'done' as const]));
const textIn = (visits: ReturnType<typeof createVisits>, name: string) =>
  expect(visits.text()).toMatchFileSnapshot(`./outlines/${name}.txt`);
const some = { times: 1, skip: /^(?:Terça|Quarta|Quinta|Sexta|Sábado|Domingo)[:,] / };

it.each(SCREENS)('$slug', UNHURRIED, async ({ slug }) => {
  const visits = createVisits();
  await visits.visit('Open', open(slug, { answers: answersOf({ owner: 'done' }) }), some);
  visits.show('Done', await open(slug, { answers: answersOf(ALL) })());
  const refused = { ...refusing(answersOf({ owner: 'done' })) };
  await visits.visit('Refused', open(slug, { answers: refused }), { ...some, fields: 'left' });
  await textIn(visits, slug);
});

it('the owner, and the end', UNHURRIED, async () => {
  const visits = createVisits();
  const given = { answers: answersOf(null), me: { role: null } };
  await visits.visit('The owner', open('loja', given), some);
  await visits.visit('Emptied', open('loja', given), { ...some, fields: 'emptied' });
  await visits.visit('Refused', open('loja', { ...given, answers: refusing(answersOf(null)) }), some);
  visits.show('All done', await open('pronto', { answers: answersOf(ALL) })());
  visits.show(
    'Some put off',
    await open('pronto', { answers: answersOf({ ...ALL, site: 'skipped', pix: 'skipped' }) })(),
  );
  await textIn(visits, 'owner');
});

it('a shop that is brought back', UNHURRIED, async () => {
  const visits = createVisits();
  const given = { answers: answersOf(null) };
  await visits.visit('Filled', open('recuperar', given), some);
  await visits.visit(
    'Refused',
    open('recuperar', { answers: { ...given.answers, 'POST /api/setup/restore/sources': REFUSED } }),
    some,
  );
  for (const step of ['receiving', 'pairing', 'rows', 'menu', 'images', 'checking', 'replacing'] as const) {
    const running = {
      ...RESTORE,
      state: 'running',
      from: 'relay',
      step,
      done: 3,
      of: step === 'rows' ? 0 : 9,
    };
    visits.show(
      `Step ${step}`,
      await open('recuperar', { answers: { ...given.answers, 'GET /api/setup/restore': running } })(),
    );
  }
  for (const [title, changes] of [
    ['Done', { state: 'done', orders: 1_234 }],
    ['Done, one order', { state: 'done', orders: 1, ownerNeeded: true }],
    [
      'Failed',
      {
        state: 'failed',
        from: 'relay',
        failure: { code: 'wrong-code', text: 'O código não confere.', fields: {} },
      },
    ],
  ] as const)
    visits.show(
      title,
      await open('recuperar', {
        answers: { ...given.answers, 'GET /api/setup/restore': { ...RESTORE, ...changes } },
      })(),
    );
  await textIn(visits, 'restore');
});
