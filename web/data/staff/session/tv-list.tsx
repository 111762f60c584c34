// The TVs that were let in to the panel of called numbers, and taking one away: in the settings, and beside one's own sessions.
import type { TvScreen } from '@balcao/shared/http/tv.ts';
import { Tv } from 'lucide-react';
import { call } from '../../request.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useAction } from '../action.ts';
import { Loaded } from '../loaded.tsx';
import { useLoaded, type Resource } from '../resource.ts';
import { useTimes } from '../times.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

type Screens = Resource<{ screens: TvScreen[] }>;

/** For an administrator alone: the store refuses it to others. */
export const useTvScreens = (): Screens => useLoaded('GET /api/staff/tv/screens');

export function TvList({ of, empty }: { of: Screens; empty: string | null }) {
  const action = useAction();
  const toast = useToast();
  const { shortDateTime } = useTimes();
  const remove = (screen: TvScreen) =>
    void action
      .run('A TV não foi desligada', () =>
        call('DELETE /api/staff/tv/screens/{id}', { params: { id: screen.id } }),
      )
      .then(async (done) => {
        if (done) toast({ title: `TV desligada do painel: ${screen.name}`, tone: 'success' });
        await of.reload();
      });
  return (
    <>
      <Loaded of={of} rows={1}>
        {({ screens }) =>
          screens.length === 0 ? (
            empty && <p>{empty}</p>
          ) : (
            <ul aria-label="TVs ligadas" className="flex flex-col gap-2">
              {screens.map((screen) => (
                <li
                  key={screen.id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-base-200 p-3"
                >
                  <Tv aria-hidden className="size-6 shrink-0" />
                  <div className="min-w-0 flex-1 basis-48">
                    <p className="font-semibold break-words">{screen.name}</p>
                    <p className="text-sm">
                      {screen.device}, ligada por {screen.pairedBy} em {shortDateTime(screen.sinceMs)}, vista
                      em {shortDateTime(screen.lastSeenMs)}
                    </p>
                  </div>
                  <button
                    type="button"
                    className="btn btn-outline btn-sm min-h-11"
                    disabled={action.busy}
                    aria-label={`Desligar a TV ${screen.name}, ligada em ${shortDateTime(screen.sinceMs)}`}
                    onClick={() => remove(screen)}
                  >
                    Desligar
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Failed text={action.failed} />
    </>
  );
}
