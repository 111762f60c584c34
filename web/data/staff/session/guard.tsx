// The door of every staff screen. For convenience only: the server checks the role of every call again.
import type { Role } from '@balcao/shared/http/staff.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { LockKeyhole, WifiOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { sentenceOf } from '../../request.ts';
import { ChoosePasswordDialog, ChoosePasswordPage } from './choose-password.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useSignOut } from './use-sign-out.ts';
import { SignOutButton } from './header-buttons.tsx';
import { NewDeviceDialog } from './my-sessions.tsx';
import { landingOf, loadSessionAtom, sessionAtom } from './session.ts';
import { SignInAgain } from './sign-in-again.tsx';

const CHECKING = 'Verificando autenticação...';
const DENIED = 'Acesso Negado';
const DENIED_KITCHEN =
  'Esta área é restrita para funcionários da cozinha. Entre com uma conta da cozinha para continuar.';
const DENIED_OTHER = 'Você não tem permissão para acessar esta área.';

type Props = { roles: readonly Role[]; children: ReactNode; signInAt?: string };

export function Guard({ roles, children, signInAt = '/auth' }: Props) {
  const session = useAtomValue(sessionAtom);
  const load = useSetAtom(loadSessionAtom);

  useEffect(() => {
    if (session.state === 'unknown') void load();
  }, [session.state, load]);

  switch (session.state) {
    case 'unknown':
      return (
        <Notice>
          <span className="loading loading-spinner loading-lg text-primary" aria-hidden />
          <p role="status">{CHECKING}</p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice>
          <WifiOff aria-hidden className="size-12" />
          <h1 className="text-2xl">Não deu para falar com a loja</h1>
          <p role="alert">{sentenceOf(session.error)}</p>
          <button type="button" className="btn btn-primary" onClick={() => void load()}>
            Tentar de novo
          </button>
        </Notice>
      );
    case 'out':
      return <Navigate to={signInAt} replace />;
    case 'in':
    case 'expired':
      if (session.me.role === null && session.me.newPassword)
        return (
          <Notice>
            <ChoosePasswordPage me={session.me} role={session.me.newPassword.role} />
            <SignOutButton to={signInAt} />
          </Notice>
        );
      if (session.me.role === null || !roles.includes(session.me.role))
        return <Denied roles={roles} signInAt={signInAt} role={session.me.role} />;
      return (
        <>
          {children}
          {session.state === 'in' && session.me.newDevice && <NewDeviceDialog news={session.me.newDevice} />}
          {session.state === 'in' && !session.me.newDevice && session.me.newPassword && (
            <ChoosePasswordDialog me={session.me} {...session.me.newPassword} />
          )}
          {session.state === 'expired' && <SignInAgain email={session.me.email} />}
        </>
      );
  }
}

function Denied({ roles, role, signInAt }: { roles: readonly Role[]; role: Role | null; signInAt: string }) {
  const navigate = useNavigate();
  const { failed, leave } = useSignOut(() => navigate(signInAt));
  return (
    <Notice>
      <LockKeyhole aria-hidden className="size-12" />
      <h1 className="text-3xl">{DENIED}</h1>
      <p>
        {role === null
          ? 'Sua conta ainda não foi liberada. Peça ao administrador.'
          : roles.includes('KITCHEN') && !roles.includes('ATTENDANT')
            ? DENIED_KITCHEN
            : DENIED_OTHER}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {role !== null && (
          <Link to={landingOf(role)} className="btn">
            Ir para a minha área
          </Link>
        )}
        <button type="button" className="btn btn-primary" onClick={leave}>
          Fazer login
        </button>
        <Failed text={failed} className="w-full" />
      </div>
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-6 text-center">
      {children}
    </main>
  );
}
