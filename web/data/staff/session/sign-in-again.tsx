// A session that ended in mid-work: one signs in over the screen, and nothing that was typed is lost.
import { useSetAtom } from 'jotai';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { authCall, loadSessionAtom } from './session.ts';
import { TextField } from '../../../ui/staff/fields.tsx';

export function SignInAgain({ email }: { email: string }) {
  const load = useSetAtom(loadSessionAtom);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const reason = await authCall('/api/auth/sign-in/email', { email, password });
    if (reason === null) await load('sign-in');
    setFailed(reason);
    setBusy(false);
  };

  return (
    <Dialog title="Sua sessão terminou" onClose={() => undefined}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p>Entre de novo para continuar: o que você estava fazendo está guardado aqui.</p>
        <TextField label="Email" value={email} readOnly autoComplete="username" onValue={() => undefined} />
        <TextField
          label="Senha"
          type="password"
          value={password}
          onValue={setPassword}
          autoComplete="current-password"
          required
          autoFocus
        />
        {failed !== null && (
          <p role="alert" className="font-semibold text-error">
            {failed}
          </p>
        )}
        <button type="submit" className="btn btn-primary" disabled={busy}>
          Entrar
        </button>
      </form>
    </Dialog>
  );
}
