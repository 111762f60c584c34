// Takes no new orders from customers for a while, and goes on by itself. The counter is never paused.
import { useAtomValue, useSetAtom } from 'jotai';
import { Pause } from 'lucide-react';
import { call } from '../../request.ts';
import { loadStoreAtom, storeAtom } from '../../shop.ts';
import { useAction } from '../action.ts';
import { useTimes } from '../times.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

const CHOICES = [10, 20, 30, 60];

function usePause() {
  const { timeText } = useTimes();
  const reload = useSetAtom(loadStoreAtom);
  const toast = useToast();
  const { busy, failed, run } = useAction();
  const pause = (minutes: number | null): Promise<boolean> =>
    run('Não deu para mudar a pausa', async () => {
      const { pausedUntilMs } = await call('POST /api/staff/pause', { body: { minutes } });
      toast({
        title: pausedUntilMs === null ? 'Pedidos retomados' : 'Pedidos pausados',
        text:
          pausedUntilMs === null
            ? 'O site volta a receber pedidos agora.'
            : `O site volta a receber pedidos às ${timeText(pausedUntilMs)}, sozinho.`,
        tone: 'success',
      });
      await reload();
    });
  return { busy, failed, pause };
}

const pausedUntil = (
  store: { open: { state: string; untilMs?: number } } | null,
  now: number,
): number | null =>
  store?.open.state === 'paused' && (store.open.untilMs ?? 0) > now ? (store.open.untilMs ?? null) : null;

export function PauseNotice({ now }: { now: number }) {
  const { timeText } = useTimes();
  const until = pausedUntil(useAtomValue(storeAtom), now);
  const { busy, failed, pause } = usePause();
  if (until === null) return null;
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-4 bg-warning px-4 py-1 text-lg font-semibold text-warning-content"
    >
      <Pause aria-hidden className="size-6 shrink-0" />
      Novos pedidos pausados até {timeText(until)}
      <button type="button" disabled={busy} className="btn h-16" onClick={() => void pause(null)}>
        Retomar agora
      </button>
      <Failed text={failed} className="rounded-lg bg-base-100 px-2" />
    </div>
  );
}

export function PauseChoice({ now, onClose }: { now: number; onClose: () => void }) {
  const until = pausedUntil(useAtomValue(storeAtom), now);
  const { busy, failed, pause } = usePause();
  const choose = (minutes: number | null) => void pause(minutes).then((done) => done && onClose());
  return (
    <Dialog title="Pausar novos pedidos" onClose={onClose}>
      <p className="mb-4 text-lg">
        Quem está no site vê a pausa e quando volta. O balcão continua vendendo, e os pedidos já feitos
        seguem.
      </p>
      <div className="grid grid-cols-2 gap-3">
        {CHOICES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            disabled={busy}
            className="btn btn-primary h-20 text-2xl!"
            onClick={() => choose(minutes)}
          >
            {minutes < 60 ? `${minutes} min` : '1 hora'}
          </button>
        ))}
      </div>
      {until !== null && (
        <button
          type="button"
          disabled={busy}
          className="btn mt-3 h-16 w-full text-xl!"
          onClick={() => choose(null)}
        >
          Retomar agora
        </button>
      )}
      <Failed text={failed} className="mt-3" />
    </Dialog>
  );
}
