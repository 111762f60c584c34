import { expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Accounts } from './accounts.ts';
import { createSetup } from './setup.ts';

function open() {
  const shop = { hasAnyone: false };
  const setup = createSetup({ any: () => shop.hasAnyone } as unknown as Accounts);
  return { shop, setup };
}

it('the code is the same one until somebody is there, and lets in who types it however they do', () => {
  const { setup } = open();
  expect(setup.permits('AAAAA-AAAAA')).toBe(false);
  const code = setup.code() ?? '';
  expect(setup.code()).toBe(code);
  expect([setup.permits(code), setup.permits(code.toLowerCase().replace('-', ' '))]).toEqual([true, true]);
  expect(setup.permits('AAAAA-AAAAA')).toBe(false);
});

it('the code of the console is worth nothing once the store has somebody, whoever put them there', async () => {
  const { shop, setup } = open();
  const code = setup.code() ?? '';
  shop.hasAnyone = true;
  expect([setup.needed(), setup.code(), setup.permits(code)]).toEqual([false, null, false]);
  const owner = { code, name: 'Ana', email: 'ana@loja.com', password: 'granizado-198077' };
  expect(await setup.claim(owner)).toEqual({ ok: false, refusal: 'not-needed' });
});

it('who finds another owner there by the time their password is hashed becomes none', async () => {
  const shop = { hasAnyone: false };
  const setup = createSetup({
    any: () => shop.hasAnyone,
    create: (_actor: unknown, _account: unknown, onlyIf = () => true) => {
      shop.hasAnyone = true;
      return Promise.resolve(onlyIf() ? accepted({}) : refused('email-taken'));
    },
  } as unknown as Accounts);
  const owner = {
    code: setup.code() ?? '',
    name: 'Ana',
    email: 'ana@loja.com',
    password: 'granizado-198077',
  };
  expect(await setup.claim(owner)).toEqual({ ok: false, refusal: 'not-needed' });
});
