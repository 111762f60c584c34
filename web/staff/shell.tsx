// What every signed-in staff screen stands in: the door, the live connection, and what to say when it is lost.
import type { Role } from '@balcao/shared/http/staff.ts';
import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Guard } from './guard.tsx';
import { reachableAtom, staffLiveAtom, tapsAtom, useStaffLive } from './live.ts';

export function StaffShell({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  return (
    <Guard roles={roles}>
      <Connected>{children}</Connected>
    </Guard>
  );
}

function Connected({ children }: { children: ReactNode }) {
  useStaffLive();
  return children;
}

const NEWS_AFTER_MS = 2_500;

/** Shown where the screen places it; takes no room while all is well. */
export function OfflineNotice() {
  const streamLost = useAtomValue(staffLiveAtom) === 'lost';
  const lost = !useAtomValue(reachableAtom) || streamLost;
  const waiting = useAtomValue(tapsAtom).length;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), NEWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return (
    <div role="status">
      {shown && (
        <p className="flex min-h-12 items-center justify-center gap-3 bg-warning px-4 py-2 text-center text-lg font-semibold text-warning-content">
          <WifiOff aria-hidden className="size-6 shrink-0" />
          Sem conexão com a loja. A tela mostra o último estado conhecido
          {waiting > 0 ? `; ${waiting === 1 ? '1 toque espera' : `${waiting} toques esperam`} para ser ${waiting === 1 ? 'enviado' : 'enviados'}.` : '. Pode continuar tocando: enviamos quando voltar.'}
        </p>
      )}
    </div>
  );
}
