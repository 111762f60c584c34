// Where one is signed in, and signing out there; and the question about a device where one had never been.
import type { OwnSession } from '@balcao/shared/http/sessions.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../request.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAction } from '../action.ts';
import { Loaded } from '../loaded.tsx';
import { useLoaded } from '../resource.ts';
import { loadSessionAtom, sessionAtom } from './session.ts';
import { TvList, useTvScreens } from './tv-list.tsx';
import { useTimes } from '../times.ts';

const TITLE = 'Meus acessos';
const WHERE: Record<OwnSession['where'], string> = { lan: 'na rede da loja', link: 'pelo site' };
const FAILED = 'O acesso não foi encerrado';

export function MySessions({ onClose }: { onClose: () => void }) {
  const session = useAtomValue(sessionAtom);
  const role = 'me' in session ? session.me.role : null;
  const list = useLoaded('GET /api/staff/me/sessions');
  const reload = useSetAtom(loadSessionAtom);
  const action = useAction();
  const toast = useToast();
  const end = (ending: () => Promise<null>, said: string, after: () => Promise<void>) =>
    void action.run(FAILED, ending).then(async (done) => {
      if (!done) return;
      toast({ title: said, tone: 'success' });
      await after();
    });
  // This session is over as well: the screen asks for the password.
  const leave = async () => {
    onClose();
    await reload('sign-in');
  };
  return (
    <Dialog
      title={TITLE}
      onClose={onClose}
      actions={
        <button
          type="button"
          className="btn btn-error"
          disabled={action.busy || list.value === null}
          onClick={() =>
            end(() => call('DELETE /api/staff/me/sessions'), 'Você saiu de todos os aparelhos', leave)
          }
        >
          Sair de todos
        </button>
      }
    >
      <p className="pb-3 text-base">
        Não reconhece um aparelho? Saia dele e troque a sua senha. “Sair de todos” encerra este também.
      </p>
      <Loaded of={list} rows={3}>
        {(value) => (
          <ul className="flex flex-col gap-2">
            {value.sessions.map((one) => (
              <SessionRow
                key={one.id}
                session={one}
                busy={action.busy}
                onEnd={() =>
                  end(
                    () => call('DELETE /api/staff/me/sessions/{id}', { params: { id: one.id } }),
                    'Acesso encerrado',
                    one.current ? leave : list.reload,
                  )
                }
              />
            ))}
          </ul>
        )}
      </Loaded>
      {role === 'ADMIN' && <ShopTvs />}
      {action.failed !== null && (
        <p role="alert" className="pt-3 font-semibold text-error">
          {action.failed}
        </p>
      )}
    </Dialog>
  );
}

/** A TV is the shop's and nobody's own: whoever may let one in sees it here too. */
function ShopTvs() {
  const screens = useTvScreens();
  if (screens.value?.screens.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 pt-4">
      <h3 className="text-lg">TVs da loja</h3>
      <TvList of={screens} empty={null} />
    </section>
  );
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { shortDateTime } = useTimes();
  const { device, where, current, isNew, sinceMs, lastSeenMs } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl bg-base-200 p-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">
          {device} {current && <span className="badge badge-primary badge-sm">este aparelho</span>}{' '}
          {isNew && <span className="badge badge-warning badge-sm">novo</span>}
        </p>
        <p className="text-sm">
          {WHERE[where]}, desde {shortDateTime(sinceMs)}
          {!current && `, visto em ${shortDateTime(lastSeenMs)}`}
        </p>
      </div>
      <button
        type="button"
        className="btn btn-outline btn-sm min-h-11"
        disabled={busy}
        aria-label={`Sair deste: ${device}, ${WHERE[where]}, desde ${shortDateTime(sinceMs)}`}
        onClick={onEnd}
      >
        Sair deste
      </button>
    </li>
  );
}

/** For a header; `label` is shown beside or instead of the picture, as the screen has room. */
export function MySessionsButton({
  className = 'btn btn-ghost btn-circle',
  label,
  iconClass = 'size-5',
}: {
  className?: string;
  label?: { text: string; className: string };
  iconClass?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label === undefined ? TITLE : `${label.text}: ${TITLE}`}
        onClick={() => setOpen(true)}
      >
        <MonitorSmartphone aria-hidden className={iconClass} />
        {label && <span className={label.className}>{label.text}</span>}
      </button>
      {open && <MySessions onClose={() => setOpen(false)} />}
    </>
  );
}

/** At the next sign-in, and on every device where they had been before. */
export function NewDeviceDialog({ news }: { news: NonNullable<Me['newDevice']> }) {
  const { shortDateTime } = useTimes();
  const [step, setStep] = useState<'asks' | 'sessions' | 'later'>('asks');
  const reload = useSetAtom(loadSessionAtom);
  const action = useAction();
  if (step === 'later') return null;
  if (step === 'sessions') return <MySessions onClose={() => setStep('later')} />;
  return (
    <Dialog
      title="Foi você que entrou?"
      onClose={() => setStep('later')}
      actions={
        <>
          <button
            type="button"
            className="btn btn-primary"
            disabled={action.busy}
            onClick={() =>
              void action
                .run('Não deu para confirmar', () => call('POST /api/staff/me/new-device'))
                .then((done) => (done ? reload('sign-in') : undefined))
            }
          >
            Fui eu
          </button>
          <button type="button" className="btn btn-outline" onClick={() => setStep('sessions')}>
            Não fui eu
          </button>
        </>
      }
    >
      <p className="text-lg">
        Em {shortDateTime(news.atMs)} alguém entrou com a sua conta num aparelho novo:{' '}
        <strong>
          {news.device}, {WHERE[news.where]}
        </strong>
        .
      </p>
      {action.failed !== null && (
        <p role="alert" className="pt-3 font-semibold text-error">
          {action.failed}
        </p>
      )}
    </Dialog>
  );
}
