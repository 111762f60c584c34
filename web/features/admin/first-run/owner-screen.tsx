// The very first screen: who has the setup code becomes the owner, or brings a shop back that there was before.
import { lengthTrouble } from '@balcao/shared/http/password.ts';
import { SETUP_CODE_PLACES } from '@balcao/shared/setup-code.ts';
import type { FormEvent } from 'react';
import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { ApiError, call } from '../../../data/request.ts';
import { useDraft, type Errors } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { authCall, loadSessionAtom } from '../../../data/staff/session/session.ts';
import { passwordHint } from '../../../text/staff.ts';
import { Cup } from '../../../ui/cup.tsx';
import { cupOf, FIRST_RUN_PATH, RESTORE_SLUG } from './steps.ts';

type Typed = { code: string; name: string; email: string; password: string };

function check(draft: Typed): Errors {
  const trouble = lengthTrouble(draft.password, 'ADMIN');
  return {
    ...(draft.code.trim() === '' ? { code: 'Digite o código de instalação.' } : {}),
    ...(draft.name.trim() === '' ? { name: 'Informe seu nome completo.' } : {}),
    ...(draft.email.trim() === '' ? { email: 'Informe seu email.' } : {}),
    ...(trouble === null ? {} : { password: trouble }),
  };
}

export function OwnerScreen({ onMade }: { onMade: () => void }) {
  const draft = useDraft<Typed>({ code: '', name: '', email: '', password: '' });
  const loadSession = useSetAtom(loadSessionAtom);

  const make = async (typed: Typed) => {
    const owner = { ...typed, code: typed.code.trim(), name: typed.name.trim(), email: typed.email.trim() };
    try {
      await call('POST /api/setup', { body: owner });
    } catch (error) {
      // Somebody else was quicker: the account to sign in with is theirs.
      if (error instanceof ApiError && error.status === 404) onMade();
      throw error;
    }
    // The account is there now, whether signing in works at once or is asked for again.
    await authCall('/api/auth/sign-in/email', { email: owner.email, password: owner.password });
    await loadSession('sign-in');
    onMade();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void draft.save({ heading: 'Não deu para criar a conta', check, work: make });
  };
  const field = (key: keyof Typed) => ({ ...draft.field(key), required: true });

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-5 px-5 py-8">
      <div className="flex items-center gap-4">
        <Cup content={cupOf(null)} label="" className="w-20 shrink-0" />
        <div>
          <h1 className="text-3xl">Boas-vindas ao Balcão</h1>
          <p>Em poucos minutos sua loja está vendendo.</p>
        </div>
      </div>
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4 rounded-3xl bg-base-100 p-6 shadow-sm"
      >
        <h2 className="text-2xl">Crie a conta do dono</h2>
        <TextField
          label="Código de instalação"
          hint={SETUP_CODE_PLACES}
          placeholder="ABCDE-12345"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          {...field('code')}
        />
        <TextField label="Nome completo" autoComplete="name" maxLength={80} {...field('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          hint="Só para entrar: nenhum email é enviado."
          {...field('email')}
        />
        <TextField
          label="Senha"
          type="password"
          autoComplete="new-password"
          hint={passwordHint('ADMIN')}
          {...field('password')}
        />
        {draft.failed !== null && Object.keys(draft.errors).length === 0 && (
          <p role="alert" className="rounded-2xl bg-error p-3 font-semibold text-error-content">
            {draft.failed}
          </p>
        )}
        <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
          {draft.busy && <span className="loading loading-spinner" aria-hidden />}
          Criar a conta e começar
        </button>
      </form>
      <Link to={`${FIRST_RUN_PATH}/${RESTORE_SLUG}`} className="btn btn-ghost h-auto min-h-12 py-2">
        Já tive uma loja no Balcão: recuperar
      </Link>
    </main>
  );
}
