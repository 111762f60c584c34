// What every staff header ends with: the colours of this screen, and the way out.
import { LogOut, MoonStar, Sun } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useSignOut } from './use-sign-out.ts';
import { deviceTheme, useStaffTheme } from './theme.ts';

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
  const navigate = useNavigate();
  const { busy, failed, leave } = useSignOut(() => navigate(to));
  return (
    <>
      <button type="button" className={className} disabled={busy} onClick={leave}>
        <LogOut aria-hidden className="size-5" />
        <span className={labelClass}>Sair</span>
      </button>
      <Failed text={failed} className="w-full text-right" />
    </>
  );
}
