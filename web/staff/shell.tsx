// What every signed-in staff screen stands in: the door, the live connection, and what to say when it is lost.
import type { Role } from '@balcao/shared/http/staff.ts';
import { useAtomValue } from 'jotai';
import { CloudOff, WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { storeAtom } from '../api/shop.ts';
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
          {waiting === 0
            ? 'Sem conexão com a loja. Pode continuar tocando: enviamos quando voltar.'
            : `Sem conexão com a loja · ${waiting === 1 ? '1 toque espera' : `${waiting} toques esperam`} para ser enviado${waiting === 1 ? '' : 's'}`}
        </p>
      )}
    </div>
  );
}

/** From afar, while the store is away: what still can be done, and when it counts. */
export function StoreAwayNotice() {
  const store = useAtomValue(storeAtom);
  if (store === null || store.host !== 'relay' || store.storeOnline) return null;
  return (
    <p
      role="status"
      className="flex min-h-12 items-center justify-center gap-3 bg-warning px-4 py-2 text-center font-semibold text-warning-content"
    >
      <CloudOff aria-hidden className="size-6 shrink-0" />
      A loja está sem conexão. Os pedidos são só para ver; cardápio, configurações e “Acabou” podem ser
      mudados e chegam lá quando ela voltar.
    </p>
  );
}
