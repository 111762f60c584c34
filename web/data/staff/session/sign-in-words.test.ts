// What somebody reads who could not come in. The library that keeps the accounts answers in a form of its own, without a sentence.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../../testing/shop.ts';
import { authCall, landingOf, signIn } from './session.ts';

const SIGN_IN = 'POST /api/auth/sign-in/email';
const SIGN_UP = 'POST /api/auth/sign-up/email';
const ANA = { email: 'ana@loja.example', password: 'três cavalos verdes' };
const answered = (status: number, code?: string) =>
  Response.json({ ...(code !== undefined && { code }), message: 'in English' }, { status });

afterEach(() => vi.unstubAllGlobals());

describe('who could not come in', () => {
  const read = async (answer: Response, texts?: Parameters<typeof signIn>[1]) => {
    serve({ [SIGN_IN]: answer });
    return await signIn(ANA, texts).then(
      () => 'in',
      (error: Error) => error.message,
    );
  };

  it.each([
    ['with a wrong password', answered(401, 'INVALID_EMAIL_OR_PASSWORD'), 'Email ou senha incorretos.'],
    ['without a word why', answered(401), 'Email ou senha incorretos.'],
    ['because of the account', answered(401, 'FAILED_TO_CREATE_SESSION'), 'Erro ao processar solicitação.'],
    [
      'with what is no address',
      answered(400, 'INVALID_EMAIL'),
      'Este email não parece certo. Confira e tente de novo.',
    ],
    ['after too many tries', answered(429), 'Muitas tentativas seguidas. Espere um minuto e tente de novo.'],
    ['for another reason', answered(500), 'Erro ao processar solicitação.'],
    [
      'through something that is no store',
      new Response('<html>', { status: 502 }),
      'Erro ao processar solicitação.',
    ],
  ])('%s reads so in Portuguese', async (_how, answer, said) => {
    expect(await read(answer)).toBe(said);
  });

  it('reads the store’s own sentence where it has one', async () => {
    const wait = Response.json({ code: 'too-many', detail: 'Espere 40 segundos.' }, { status: 429 });
    expect(await read(wait)).toBe('Espere 40 segundos.');
  });

  it('reads the words of wholesale there', async () => {
    const texts = { invalid: 'Credenciais inválidas', other: 'Erro interno do servidor', unexpected: 'Ih' };
    expect(await read(answered(401, 'INVALID_EMAIL_OR_PASSWORD'), texts)).toBe('Credenciais inválidas');
    expect(await read(answered(500), texts)).toBe('Erro interno do servidor');
  });

  it('is in where nothing was wrong', async () => {
    expect(await read(answered(200))).toBe('in');
  });
});

it('a password that is too short for an account is said to be so, and a network that is gone too', async () => {
  serve({ [SIGN_UP]: answered(400, 'PASSWORD_TOO_SHORT') });
  const made = () => authCall('/api/auth/sign-up/email', ANA);
  expect(await made()).toBe('A senha deve ter pelo menos 6 caracteres.');
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  serve({});
  expect(await made()).toBe('Algo deu errado. Tente novamente.');
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

it('an account that waits for an administrator is led to the shop’s own page', () => {
  expect(landingOf(null)).toBe('/');
});
