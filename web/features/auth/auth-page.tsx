// Sign-in for staff, the account that waits for an administrator, and a new password for one who forgot it.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, type FormEvent } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { ApiError, call } from '../../data/request.ts';
import { Mark } from '../../ui/mark.tsx';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';
import { ChoosePasswordPage } from '../../data/staff/session/choose-password.tsx';
import { useDraft, type Errors } from '../../data/staff/draft.ts';
import { SignOutButton } from '../../data/staff/session/header-buttons.tsx';
import { useLoaded } from '../../data/staff/resource.ts';
import {
  authCall,
  landingOf,
  loadSessionAtom,
  sessionAtom,
  signIn,
} from '../../data/staff/session/session.ts';
import { AUTH, NO_ACCESS } from '../../text/staff.ts';
import { AuthFields, EMPTY, type Mode } from './auth-fields.tsx';

const TITLES: Record<Mode, string> = {
  'sign-in': 'Entrar',
  'sign-up': 'Criar conta',
  forgotten: 'Senha nova de administrador',
};

const TURNS: Record<Mode, string> = {
  'sign-in': 'Não tem conta? Criar conta',
  'sign-up': 'Já tem conta? Entrar',
  forgotten: 'Voltar e entrar',
};

export default function AuthPage() {
  useTitle('Entrar');
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);
  const toast = useToast();
  const [mode, setMode] = useState<Mode>('sign-in');
  const draft = useDraft(EMPTY, { guarded: false });
  const [created, setCreated] = useState(false);

  useEffect(() => {
    if (session.state === 'unknown') void load();
  }, [session.state, load]);
  // Until the store says so, it is open: it refuses by itself.
  const signUp = useLoaded(mode === 'sign-up' ? 'GET /api/auth/sign-up' : null);
  const closed = mode === 'sign-up' && signUp.value?.open === false;

  if (session.state === 'in' && session.me.role !== null)
    return <Navigate to={landingOf(session.me.role)} replace />;
  if (session.state === 'in' && session.me.newPassword)
    return (
      <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col items-center justify-center gap-4 px-5 py-8 text-center">
        <ChoosePasswordPage me={session.me} role={session.me.newPassword.role} />
        <SignOutButton to="/auth" />
      </main>
    );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await draft.save({
      heading: null,
      check: (typed) => check(mode, typed),
      work: async (typed) => {
        await enter(mode, typed);
        if (mode === 'sign-up') return;
        toast({ ...AUTH.signedIn, tone: 'success' });
        await load('sign-in');
      },
    });
    if (!done || mode !== 'sign-up') return;
    toast({ ...AUTH.created, tone: 'success', durationMs: 8_000 });
    setCreated(true);
    setMode('sign-in');
    draft.change({ password: '' });
  };

  const turn = (next: Mode) => {
    setMode(next);
    draft.forgive();
    setCreated(false);
  };

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-5 py-8">
      <Link to="/" className="flex items-center gap-3 self-center" aria-label="Equipe, início">
        <Mark className="size-16" />
        <span className="font-display text-3xl font-extrabold text-primary">Equipe</span>
      </Link>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4 rounded-3xl bg-base-100 p-6 shadow-sm"
      >
        <h1 className="text-2xl">{TITLES[mode]}</h1>
        {created && session.state !== 'in' && (
          <p role="status" className="rounded-2xl bg-success p-3 text-success-content">
            <strong>{AUTH.created.title}</strong> {AUTH.created.text}
          </p>
        )}
        {session.state === 'in' && session.me.role === null && (
          <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content">
            Olá, {session.me.name}. Sua conta ainda não foi liberada: peça ao administrador e entre de novo.
          </p>
        )}
        <AuthFields mode={mode} draft={draft} isClosed={closed} />
        <button
          type="button"
          className="btn btn-ghost"
          onClick={() => turn(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
        >
          {TURNS[mode]}
        </button>
      </form>
      <p className="text-center text-sm">{NO_ACCESS}</p>
      {mode !== 'forgotten' && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9 self-center"
          onClick={() => turn('forgotten')}
        >
          Esqueci a senha de administrador
        </button>
      )}
    </main>
  );
}

function check(mode: Mode, typed: typeof EMPTY): Errors {
  const errors: Errors = {};
  if (mode === 'forgotten' && typed.code.trim() === '') errors['code'] = 'Digite o código.';
  if (mode === 'sign-up' && typed.name.trim() === '') errors['name'] = 'Informe seu nome completo.';
  if (typed.email.trim() === '') errors['email'] = 'Informe seu email.';
  const trouble = lengthTrouble(typed.password, mode === 'forgotten' ? 'ADMIN' : null);
  if (trouble !== null) errors['password'] = trouble;
  return errors;
}

/** Throws an ApiError whose sentence is the one to show. */
async function enter(mode: Mode, typed: typeof EMPTY): Promise<void> {
  const account = { email: typed.email.trim(), password: typed.password };
  if (mode === 'sign-up') {
    const reason = await authCall('/api/auth/sign-up/email', { name: typed.name.trim(), ...account });
    if (reason !== null) throw new ApiError(0, problem(0, 'not-signed-up', TITLES[mode], reason));
    return;
  }
  if (mode === 'forgotten') await resetPassword({ code: typed.code.trim(), ...account });
  await signIn(account);
}

async function resetPassword(options: { code: string; email: string; password: string }): Promise<void> {
  try {
    await call('POST /api/setup/password', { body: options });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const away = 'Só dá para trocar a senha no Wi-Fi da loja, no endereço que aparece junto do código.';
    throw new ApiError(404, problem(404, 'not-in-shop', TITLES.forgotten, away));
  }
}
