// /atacado/auth: the sign-in of who runs wholesale. A user with the role WHOLESALE or ADMIN, never a default account.
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, type FormEvent } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { NO_ACCESS } from '../../text/staff.ts';
import { TextField } from '../../ui/staff/fields.tsx';
import { useDraft, type Errors } from '../../data/staff/draft.ts';
import { loadSessionAtom, sessionAtom, signIn } from '../../data/staff/session/session.ts';
import { LOGIN } from './texts.ts';
import { Mark } from '../../ui/mark.tsx';
import { useTitle } from '../../ui/title.ts';
import { maySell } from './operator.ts';

export default function WholesaleAuthPage() {
  useTitle(LOGIN.title);
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);
  const draft = useDraft({ email: '', password: '' }, { guarded: false });

  useEffect(() => {
    if (session.state === 'unknown') void load();
  }, [session.state, load]);

  // The guard there asks for another password before the role counts.
  if (session.state === 'in' && maySell(session.me.newPassword?.role ?? session.me.role))
    return <Navigate to="/atacado/admin" replace />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await draft.save({
      heading: LOGIN.failed,
      check: ({ email, password }): Errors =>
        email.trim() === '' || password === '' ? { form: LOGIN.incomplete } : {},
      work: async ({ email, password }) => {
        await signIn({ email: email.trim(), password }, LOGIN.texts);
        await load('sign-in');
      },
    });
  };

  const failed = draft.errors['form'] ?? draft.failed ?? undefined;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-5 py-8">
      <Link
        to="/atacado"
        className="flex flex-wrap items-center justify-center gap-x-3 self-center"
        aria-label="Catálogo do atacado"
      >
        <Mark className="size-16" />
        <span className="font-display text-3xl font-extrabold text-primary">Atacado</span>
      </Link>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4 rounded-3xl bg-base-100 p-6 shadow-sm"
      >
        <h1 className="text-2xl">{LOGIN.title}</h1>
        {session.state === 'in' && !maySell(session.me.role) && (
          <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content">
            A conta de {session.me.name} não cuida do atacado. Entre com outra conta.
          </p>
        )}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          {...draft.field('email')}
          autoComplete="username"
          required
        />
        <TextField
          label="Senha"
          type="password"
          {...draft.field('password')}
          autoComplete="current-password"
          required
        />
        {failed !== undefined && (
          <p role="alert" className="rounded-2xl bg-error p-3 font-semibold text-error-content">
            {failed}
          </p>
        )}
        <button type="submit" className="btn btn-primary btn-lg" disabled={draft.busy}>
          {draft.busy && <span className="loading loading-spinner" aria-hidden />} Entrar
        </button>
      </form>
      <p className="text-center text-sm">{NO_ACCESS}</p>
    </main>
  );
}
