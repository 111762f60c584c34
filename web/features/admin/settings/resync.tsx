// What came back from the site and waits for an administrator, and the way to sell on when the site says that this machine must not.
// Only the shop's own network is answered: from afar there is nothing to see.
import {
  KEEP_SELLING_WORD,
  type ParkedChange,
  type Resync as ResyncState,
} from '@balcao/shared/http/resync.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useLoaded } from '../../../data/staff/resource.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { WordDialog } from '../../../ui/staff/word-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const HELD: Record<NonNullable<ResyncState['held']>, string> = {
  behind: 'A loja busca no site o que perdeu e não vende até terminar.',
  unconfirmed: 'A loja foi restaurada e espera a resposta do site para vender.',
  fenced: 'O site diz que outra máquina atende como esta loja. Esta não vende.',
};

export function Resync() {
  const resync = useLoaded('GET /api/staff/relay/resync');
  if (resync.value === null) return null;
  const { held, waiting } = resync.value;
  return (
    <>
      {held !== null && <Stopped why={HELD[held]} onDone={resync.reload} />}
      {waiting.length > 0 && <Waiting changes={waiting} onDone={resync.reload} />}
    </>
  );
}

type OnDone = { onDone: () => Promise<unknown> };

function Waiting({ changes, onDone }: { changes: readonly ParkedChange[] } & OnDone) {
  const [refusing, setRefusing] = useState(false);
  const action = useAction();
  const toast = useToast();
  // What the other button failed with is no part of the question.
  const ask = (isRefusing: boolean) => {
    action.forgive();
    setRefusing(isRefusing);
  };
  const decide = (decision: 'accept' | 'refuse', title: string) =>
    void action
      .run('Não deu certo', async () => {
        const seenSeqs = changes.map(({ seq }) => seq);
        await call('POST /api/staff/relay/resync', { body: { decision, seen: seenSeqs } });
        setRefusing(false);
        toast({ title, tone: 'success' });
      })
      .finally(() => void onDone());
  return (
    <section
      className="flex flex-col gap-3 rounded-2xl border-l-8 border-warning bg-base-100 p-4 lg:col-span-2"
      aria-labelledby="resync"
    >
      <h3 id="resync" className="text-lg">
        Voltou do site e espera por você
      </h3>
      <p>
        A loja buscou no site o que tinha perdido. As vendas já continuam. Contas e configurações só valem
        depois que você conferir: aceite se reconhece tudo, recuse se algo é estranho.
      </p>
      <ul className="flex flex-col gap-3">
        {changes.map((change) => (
          <li key={change.seq} className="rounded-xl bg-base-200 p-3">
            <p className="font-bold">{change.what}</p>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3">
              <dt>Agora</dt>
              <dd className="min-w-0 break-words">{change.now ?? 'não existe'}</dd>
              <dt>Voltou</dt>
              <dd className="min-w-0 break-words">
                {change.offered}
                {change.secretDiffers && ', com outra senha'}
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-primary"
          disabled={action.busy}
          onClick={() => decide('accept', 'Aceito: agora vale na loja')}
        >
          Aceitar tudo
        </button>
        <button
          type="button"
          className="btn btn-outline btn-error"
          disabled={action.busy}
          onClick={() => ask(true)}
        >
          Recusar tudo
        </button>
      </div>
      {!refusing && <Failed text={action.failed} />}
      {refusing && (
        <ConfirmDialog
          title="Recusar o que voltou"
          confirm="Recusar"
          busy={action.busy}
          failed={action.failed}
          onConfirm={() => decide('refuse', 'Recusado: fica como está na loja')}
          onClose={() => ask(false)}
        >
          <p>O que está na loja agora fica, e o site passa a guardar isso. Não pode ser desfeito.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Stopped({ why, onDone }: { why: string } & OnDone) {
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();
  const close = () => {
    // What failed is no part of the question when it is asked again.
    action.forgive();
    setAsking(false);
  };
  const sell = () =>
    void action
      .run('Não deu para decidir', async () => {
        await call('POST /api/staff/relay/keep-selling', { body: { confirm: KEEP_SELLING_WORD } });
        close();
        toast({ title: 'Esta máquina vende', tone: 'success' });
      })
      .then((done) => done && onDone());
  return (
    <section
      className="flex flex-col items-start gap-3 rounded-2xl border-l-8 border-error bg-base-100 p-4 lg:col-span-2"
      aria-labelledby="stopped"
    >
      <h3 id="stopped" className="text-lg">
        A loja está parada
      </h3>
      <p role="status">{why}</p>
      <p>
        Se você sabe que esta máquina é a loja e que nenhuma outra vende no lugar dela, pode vender mesmo
        assim. Números de pedidos podem se repetir, e o site pode parar de receber pedidos.
      </p>
      <button type="button" className="btn btn-error" onClick={() => setAsking(true)}>
        Vender nesta máquina
      </button>
      {asking && (
        <WordDialog
          title="Vender nesta máquina?"
          word={KEEP_SELLING_WORD}
          label={`Digite ${KEEP_SELLING_WORD} para confirmar`}
          confirm="Vender nesta máquina"
          busy={action.busy}
          failed={action.failed}
          onConfirm={sell}
          onClose={close}
        >
          <p>A decisão fica na auditoria.</p>
        </WordDialog>
      )}
    </section>
  );
}
