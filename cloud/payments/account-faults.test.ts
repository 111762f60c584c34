import { describe, expect, test } from 'vitest';
import { isAccountFault, isDoorShut, NEVER_MADE, wordsOfAttempt, wordsOfFailure } from './account-faults.ts';
import type { ProviderFailure } from './provider/provider.ts';

const refused = (code: string): ProviderFailure => ({ kind: 'refused', code, detail: '' });
const shut = (code: string): ProviderFailure => ({ kind: 'credentials', code, detail: '' });

describe('a failure in words', () => {
  // As docs/guia/pix.md names them.
  test.each<[ProviderFailure, string]>([
    [refused('13253'), 'em Pix → Suas chaves, cadastre uma'],
    [refused('4390'), 'o e-mail é da própria conta da loja'],
    [refused('10113'), 'que começa por APP_USR-'],
    [refused('not_found'), 'que começa por APP_USR-'],
    [refused('9999'), 'recusou (código 9999)'],
    [shut('7'), 'Pagamentos on-line → Checkout Transparente'],
    [shut('unauthorized'), 'Suas integrações → Credenciais'],
    [{ kind: 'credentials', detail: '' }, 'Suas integrações → Credenciais'],
    [{ kind: 'unreachable', detail: '' }, 'Verifique a internet do relay'],
    [{ kind: 'busy', retryAfterMs: 1 }, 'Verifique a internet do relay'],
    [{ kind: 'not-found' }, 'respondeu algo inesperado'],
  ])('%j says how it is mended', (failure, words) => {
    expect(wordsOfFailure(failure)).toContain(words);
  });

  test.each<[string | null, string | null, string]>([
    ['HTTP 400 13253', 'provider_refused_13253', 'não tem chave PIX'],
    ['HTTP 403 4390', 'provider_refused_4390', 'o e-mail é da própria conta'],
    ['HTTP 403 forbidden', 'credentials', 'não aceita este Access Token'],
    ['HTTP 401 7', 'credentials', 'Checkout Transparente'],
    ['HTTP 401 unauthorized', null, 'não aceita este Access Token'],
    ['HTTP 401', null, 'não aceita este Access Token'],
    ['HTTP 500 payer_cannot_be_nil', 'provider_refused_payer_cannot_be_nil', 'código payer_cannot_be_nil'],
    ['HTTP 502 bad_gateway', NEVER_MADE, 'está com problemas (erro 502)'],
    [null, null, 'não aceita este Access Token'],
  ])('and from what was kept of it: %s, %s', (lastError, statusDetail, words) => {
    expect(wordsOfAttempt({ lastError, statusDetail })).toContain(words);
  });
});

describe('the account is at fault', () => {
  test.each<[ProviderFailure, boolean, boolean]>([
    // By PIX, by card.
    [shut('7'), true, true],
    [{ kind: 'credentials', detail: '' }, true, true],
    [refused('13253'), true, true],
    [refused('4390'), true, true],
    [refused('10113'), true, true],
    [refused('not_found'), true, true],
    [refused('payer_cannot_be_nil'), true, false],
    [refused('3003'), true, false],
    [{ kind: 'unreachable', detail: '' }, false, false],
    [{ kind: 'busy', retryAfterMs: 1 }, false, false],
    [{ kind: 'not-now', detail: '' }, false, false],
    [{ kind: 'not-found' }, false, false],
  ])('by %j: of a PIX %s, of a card %s', (failure, ofPix, ofCard) => {
    expect(isAccountFault(failure, 'pix')).toBe(ofPix);
    expect(isAccountFault(failure, 'credit_card')).toBe(ofCard);
  });
});

test.each([
  ['HTTP 401 unauthorized', true],
  ['HTTP 401', true],
  ['HTTP 403 4390', false],
  ['HTTP 404 not_found', false],
  ['HTTP 400 13253', false],
])('the token does not open the account, by %s: %s', (detail, isShut) => {
  expect(isDoorShut(detail)).toBe(isShut);
});
