// The drawer: opened with a float, money in and out, counted without knowing what should be there, closed for good.
import type { CashClose, CashMovementKind, CashSession, CashSessionReply } from '@balcao/shared/http/cash.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { useState } from 'react';
import { call } from '../../request.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAction } from '../action.ts';
import { AmountForm } from './amount-form.tsx';
import { CashCloseReport } from './cash-close-report.tsx';
import { CloseDrawer } from './close-drawer.tsx';
import { Loaded } from '../loaded.tsx';
import { OpenDrawer } from './open-drawer.tsx';
import { useTimes } from '../times.ts';
import { useLoaded } from '../resource.ts';
import { UnprovedPixList } from './unproved-pix.tsx';

const MOVEMENT_NAMES: Record<CashMovementKind, { title: string; done: string; hint: string }> = {
  suprimento: {
    title: 'Suprimento',
    done: 'Suprimento registrado',
    hint: 'Dinheiro que entra na gaveta, como troco.',
  },
  sangria: {
    title: 'Sangria',
    done: 'Sangria registrada',
    hint: 'Dinheiro que sai da gaveta, como para o cofre.',
  },
};

/** `pix`: what nothing proves is looked through before the count. */
type Asking = CashMovementKind | 'pix' | 'close' | null;

export function CashSessionPanel() {
  const state = useLoaded('GET /api/staff/cash-session');
  const pix = useLoaded('GET /api/staff/static-pix');
  const starting = useAction();
  const [asking, setAsking] = useState<Asking>(null);
  const [closed, setClosed] = useState<CashClose | null>(null);

  if (state.value === null) return <Loaded of={state} rows={2} />;
  const { session } = state.value;
  const put = (reply: CashSessionReply) => state.set(() => reply);

  if (closed) return <CashCloseReport close={closed} onBack={() => setClosed(null)} />;
  if (session === null)
    return <OpenDrawer title="Abrir o caixa" hint="Quanto há na gaveta para começar?" onOpened={put} />;
  const unconfirmed = pix.value?.unconfirmed.length ?? 0;
  /** Another screen may have sold since this one was opened: what is not proved by now is looked through. */
  const askToClose = () =>
    void starting.run({ lead: 'Não deu para começar o fechamento.' }, async () => {
      const now = await call('GET /api/staff/static-pix');
      if (pix.value === null) await pix.reload();
      else pix.set(() => now);
      setAsking(now.unconfirmed.length > 0 ? 'pix' : 'close');
    });
  const unproved = (inDialog: boolean) =>
    pix.value !== null && (
      <UnprovedPixList pix={pix.value} inDialog={inDialog} onChange={(next) => pix.set(() => next)} />
    );
  return (
    <div className="flex flex-col gap-3">
      <OpenSession
        session={session}
        busy={starting.busy}
        failed={starting.failed}
        onAsk={(asked) => {
          starting.forgive();
          if (asked === 'close') askToClose();
          else setAsking(asked);
        }}
      />
      {asking !== 'pix' && unproved(false)}
      {asking === 'pix' && (
        <Dialog
          title="Antes de fechar o caixa"
          onClose={() => setAsking(null)}
          wide
          actions={
            <button
              type="button"
              className="btn btn-primary h-16 w-full text-xl!"
              onClick={() => setAsking('close')}
            >
              {unconfirmed === 0
                ? 'Contar a gaveta'
                : `Contar a gaveta e conferir ${unconfirmed === 1 ? 'este PIX' : 'estes PIX'} depois`}
            </button>
          }
        >
          {unproved(true)}
        </Dialog>
      )}
      {asking !== null && asking !== 'close' && asking !== 'pix' && (
        <MovementDialog kind={asking} onMoved={put} onClose={() => setAsking(null)} />
      )}
      {asking === 'close' && (
        <Dialog title="Fechar o caixa" onClose={() => setAsking(null)} wide>
          <CloseDrawer
            onClosed={async (close) => {
              setClosed(close);
              setAsking(null);
              await state.reload();
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

type MovementProps = {
  kind: CashMovementKind;
  onMoved: (reply: CashSessionReply) => void;
  onClose: () => void;
};

/** What goes wrong here is this dialog's own, and goes with it. */
function MovementDialog({ kind, onMoved, onClose }: MovementProps) {
  const action = useAction();
  const toast = useToast();
  const { title, hint, done } = MOVEMENT_NAMES[kind];
  const move = (amountCents: number, id: string, note: string) =>
    void action.run('Não deu para registrar', async () => {
      const body = { id, kind, amountCents, note };
      onMoved(await call('POST /api/staff/cash-session/movements', { body }));
      toast({ title: done, text: formatCents(amountCents), tone: 'success' });
      onClose();
    });
  return (
    <Dialog title={title} onClose={onClose} wide>
      <AmountForm hint={hint} button="Registrar" action={action} noted onAmount={move} />
    </Dialog>
  );
}

type OpenSessionProps = {
  session: CashSession;
  busy: boolean;
  /** Why the close could not be begun. */
  failed: string | null;
  onAsk: (asking: CashMovementKind | 'close') => void;
};

/** Exported for its test. */
export function OpenSession({ session, busy, failed, onAsk }: OpenSessionProps) {
  const { shortDateTime, timeText } = useTimes();
  return (
    <section aria-label="Caixa aberto" className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-2xl">Caixa aberto</h2>
          <p>
            Desde {shortDateTime(session.openedAtMs)}, por {session.openedBy}{' '}
            <span className="whitespace-nowrap">· fundo {formatCents(session.floatCents)}</span>
            <br />
            {session.cashOrders} {session.cashOrders === 1 ? 'venda' : 'vendas'} em dinheiro
          </p>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:flex-wrap">
          <button type="button" className="btn h-16 max-sm:flex-1" onClick={() => onAsk('suprimento')}>
            Suprimento
          </button>
          <button type="button" className="btn h-16 max-sm:flex-1" onClick={() => onAsk('sangria')}>
            Sangria
          </button>
          <button
            type="button"
            className="btn btn-primary h-16 max-sm:w-full"
            disabled={busy}
            onClick={() => onAsk('close')}
          >
            Fechar caixa
          </button>
        </div>
      </div>
      {failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {failed}
        </p>
      )}
      {session.movements.length === 0 ? (
        <p className="text-sm">Nenhuma entrada ou saída registrada.</p>
      ) : (
        <table className="table">
          {/* Heard alone: on a phone there is no room for five heads. */}
          <thead>
            <tr>
              {['Hora', 'Movimento', 'Observação', 'Por', 'Valor'].map((name) => (
                <th key={name} scope="col" className="p-0">
                  <span className="sr-only">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {session.movements.map((movement) => (
              <tr key={movement.id}>
                <td>{timeText(movement.atMs)}</td>
                <td className="font-semibold">{MOVEMENT_NAMES[movement.kind].title}</td>
                <td>{movement.note}</td>
                <td>{movement.userName}</td>
                <td className="numbers text-right font-bold">
                  {movement.kind === 'sangria' ? '−' : '+'} {formatCents(movement.amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
