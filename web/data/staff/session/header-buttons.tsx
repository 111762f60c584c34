// What every staff header ends with: the colours of this screen, and the way out.
import { useSetAtom } from 'jotai';
import { LogOut, MoonStar, Sun } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../action.ts';
import { signOutAtom } from './session.ts';
import { deviceTheme, useStaffTheme } from './theme.ts';

const SIGN_OUT_FAILED = 'Não deu para sair';

export function ThemeButton({ screen }: { screen: string }) {
  const [theme, toggleTheme] = useStaffTheme(screen, deviceTheme());
  return (
    <button
      type="button"
      className="btn btn-ghost btn-circle"
      onClick={toggleTheme}
      aria-label={theme === 'dark' ? 'Usar cores claras' : 'Usar cores escuras'}
    >
      {theme === 'dark' ? (
        <Sun aria-hidden className="size-5" />
      ) : (
        <MoonStar aria-hidden className="size-5" />
      )}
    </button>
  );
}

/** Signs out and goes to `to`; says so when that did not work. */
export function SignOutButton({
  to,
  className = 'btn',
  labelClass = '',
}: {
  to: string;
  className?: string;
  labelClass?: string;
}) {
  const signOut = useSetAtom(signOutAtom);
  const leave = useAction();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={className}
      disabled={leave.busy}
      onClick={() =>
        void leave.run(SIGN_OUT_FAILED, async () => {
          const failed = await signOut();
          if (failed === null) await navigate(to);
          else leave.failureToast.tell({ title: SIGN_OUT_FAILED, text: failed });
        })
      }
    >
      <LogOut aria-hidden className="size-5" />
      <span className={labelClass}>Sair</span>
    </button>
  );
}
