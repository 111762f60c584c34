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
  const action = useAction();
  const toast = useToast();
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
    void action.run('Não deu para começar o fechamento', async () => {
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
        busy={action.busy}
        onAsk={(asked) => (asked === 'close' ? askToClose() : setAsking(asked))}
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
        <Dialog title={MOVEMENT_NAMES[asking].title} onClose={() => setAsking(null)} wide>
          <AmountForm
            hint={MOVEMENT_NAMES[asking].hint}
            button="Registrar"
            action={action}
            noted
            onAmount={(amountCents, id, note) =>
              void action
                .run('Não deu para registrar', async () =>
                  put(
                    await call('POST /api/staff/cash-session/movements', {
                      body: { id, kind: asking, amountCents, note },
                    }),
                  ),
                )
                .then((done) => {
                  if (!done) return;
                  toast({
                    title: MOVEMENT_NAMES[asking].done,
                    text: formatCents(amountCents),
                    tone: 'success',
                  });
                  setAsking(null);
                })
            }
          />
        </Dialog>
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

/** Exported for its test. */
export function OpenSession({
  session,
  busy,
  onAsk,
}: {
  session: CashSession;
  busy: boolean;
  onAsk: (asking: CashMovementKind | 'close') => void;
}) {
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
      {session.movements.length === 0 ? (
        <p className="text-sm">Nenhuma entrada ou saída registrada.</p>
      ) : (
        <table className="table">
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
