// A session that ended in mid-work: one signs in over the screen, and nothing that was typed is lost.
import { useSetAtom } from 'jotai';
import type { FormEvent } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useDraft } from '../draft.ts';
import { loadSessionAtom, signIn } from './session.ts';

export function SignInAgain({ email }: { email: string }) {
  const load = useSetAtom(loadSessionAtom);
  // The screen below guards what was typed there.
  const draft = useDraft({ password: '' }, { guarded: false });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await draft.save({
      heading: null,
      work: async ({ password }) => {
        await signIn({ email, password });
        await load('sign-in');
      },
    });
  };

  return (
    <Dialog title="Sua sessão terminou" onClose={() => undefined}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p>Entre de novo para continuar: o que você estava fazendo está guardado aqui.</p>
        <TextField label="Email" value={email} readOnly autoComplete="username" onValue={() => undefined} />
        <TextField
          label="Senha"
          type="password"
          {...draft.field('password')}
          autoComplete="current-password"
          required
          autoFocus
        />
        {draft.failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {draft.failed}
          </p>
        )}
        <button type="submit" className="btn btn-primary" disabled={draft.busy}>
          Entrar
        </button>
      </form>
    </Dialog>
  );
}
