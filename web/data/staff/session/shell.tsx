// What every signed-in staff screen stands in: the door, the live connection, and what to say when it is lost.
import type { Role } from '@balcao/shared/http/staff.ts';
import { useAtomValue, useStore } from 'jotai';
import { CloudOff, WifiOff } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { storeAtom } from '../../shop.ts';
import { useGuardedDrafts } from '../draft.ts';
import { Guard } from './guard.tsx';
import { awayAtom, reachableAtom, staffLiveAtom, pendingMovesAtom } from '../board/live.ts';
import { useStaffLive } from '../board/taps.ts';

export function StaffShell({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  return (
    <Guard roles={roles}>
      <Connected>{children}</Connected>
    </Guard>
  );
}

function Connected({ children }: { children: ReactNode }) {
  useStaffLive();
  useGuardedDrafts();
  return children;
}

const NEWS_AFTER_MS = 2_500;

/** Shown where the screen places it; takes no room while all is well. */
export function OfflineNotice() {
  const streamLost = useAtomValue(staffLiveAtom) === 'lost';
  const away = useAtomValue(awayAtom);
  const lost = !useAtomValue(reachableAtom) || streamLost || away;
  const waiting = useAtomValue(pendingMovesAtom).length;
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

/** Whether this screen shows the relay's copy, or soon will: the store cannot be reached from here. */
export function useStoreAway(): boolean {
  const away = useAtomValue(awayAtom);
  const store = useAtomValue(storeAtom);
  return away || (store?.host === 'relay' && !store.storeOnline);
}

/** The same when it is asked, for who waited for an answer: the store may have gone over it. */
export function useStoreAwayNow(): () => boolean {
  const store = useStore();
  return () => store.get(awayAtom);
}

/** In place of what only the store can show or do. */
export function AtTheStore({ what }: { what: string }) {
  return (
    <p className="flex items-center gap-3 rounded-2xl bg-base-100 p-6">
      <CloudOff aria-hidden className="size-6 shrink-0" />
      {what} fica na loja e volta a aparecer quando ela voltar a ter conexão.
    </p>
  );
}

/** From afar, while the store is away: what still can be done, and when it counts. */
export function StoreAwayNotice({ editable = 'cardápio, configurações e “Acabou”' }: { editable?: string }) {
  return (
    <p
      role="status"
      className="flex min-h-12 items-center justify-center gap-3 bg-warning px-4 py-2 text-center font-semibold text-warning-content"
    >
      <CloudOff aria-hidden className="size-6 shrink-0" />
      A loja está sem conexão. Os pedidos são só para ver; {editable} podem ser mudados e chegam lá quando ela
      voltar.
    </p>
  );
}
