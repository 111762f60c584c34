// The recovery sheet: shown on demand and in the shop only, printed on the shop's printer, with when it was last seen.
import { useState } from 'react';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { useToast } from '../../../ui/toast.tsx';

export function RecoverySheetCard() {
  const state = useLoaded('GET /api/staff/recovery-sheet');
  const [sheet, setSheet] = useState<{ shown: RecoverySheet; isNew: boolean } | null>(null);
  const [asking, setAsking] = useState(false);
  const { dateTime } = useTimes();
  const action = useAction();
  const toast = useToast();
  // What another button failed with is no part of the question.
  const ask = (isAsking: boolean) => {
    action.forgive();
    setAsking(isAsking);
  };
  if (state.value === null) return <Loaded of={state} rows={1} />;
  const { seenAtMs, showable } = state.value;
  const show = () =>
    void action
      .run('A folha não pôde ser mostrada', async () =>
        setSheet({
          shown: await call('POST /api/staff/recovery-sheet/show'),
          isNew: false,
        }),
      )
      .then(() => state.reload());
  const replace = () =>
    void action
      .run('O código não foi trocado', async () => {
        setSheet({
          shown: await call('POST /api/staff/recovery-sheet/replace'),
          isNew: true,
        });
        setAsking(false);
      })
      .then(() => state.reload());
  const print = () =>
    void action
      .run('A folha não foi impressa', async () => {
        const { printer } = await call('POST /api/staff/recovery-sheet/print');
        toast({ title: 'Folha enviada', text: `Ela sai na impressora ${printer}.`, tone: 'success' });
      })
      .then(() => state.reload());
  return (
    <section className="flex flex-wrap items-center gap-4 rounded-2xl bg-base-100 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-lg">Folha de recuperação</h3>
        <p className={`font-semibold ${seenAtMs === null ? 'text-error' : ''}`}>
          {seenAtMs === null ? 'Ainda não foi impressa.' : `Vista pela última vez em ${dateTime(seenAtMs)}.`}
        </p>
        <p className="text-sm">
          Com ela e o site, uma máquina nova volta a ser esta loja: pedidos, usuários, caixa e cardápio.
          Guarde longe da máquina da loja.
        </p>
        {!showable && (
          <p className="text-sm">Para ver a folha, abra esta tela em um aparelho ligado à rede da loja.</p>
        )}
      </div>
      {showable && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn btn-outline" disabled={action.busy} onClick={show}>
            Mostrar
          </button>
          <button type="button" className="btn btn-primary" disabled={action.busy} onClick={print}>
            Imprimir a folha
          </button>
          <button
            type="button"
            className="btn btn-outline btn-error"
            disabled={action.busy}
            onClick={() => ask(true)}
          >
            Perdi a folha
          </button>
        </div>
      )}
      {!asking && <Failed text={action.failed} className="basis-full" />}
      {asking && (
        <ConfirmDialog
          title="Trocar o código de recuperação?"
          confirm={action.busy ? 'Trocando…' : 'Trocar o código'}
          busy={action.busy}
          failed={action.failed}
          onConfirm={replace}
          onClose={() => ask(false)}
        >
          <p>
            A folha antiga deixa de valer, e as cópias são refeitas com o código novo. Imprima a folha nova e
            jogue a antiga fora.
          </p>
        </ConfirmDialog>
      )}
      {sheet !== null && <Sheet {...sheet} onClose={() => setSheet(null)} />}
    </section>
  );
}

function Sheet({
  shown: sheet,
  isNew,
  onClose,
}: {
  shown: RecoverySheet;
  isNew: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={isNew ? 'Folha de recuperação nova' : 'Folha de recuperação'}
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          Já guardei
        </button>
      }
    >
      <div className="flex flex-col gap-3">
        {isNew && (
          <p role="status" className="rounded-2xl bg-warning p-3 text-warning-content">
            O código mudou: só este vale agora. Jogue a folha antiga fora.
          </p>
        )}
        <p>
          Copie com cuidado e guarde longe da máquina da loja. Quem tem este código pode ler os dados da loja.
        </p>
        <p className="rounded-2xl bg-base-200 p-4 text-center font-mono text-xl font-bold break-words">
          {sheet.code}
        </p>
        <dl className="text-sm">
          <dt className="font-semibold">Site</dt>
          <dd className="break-words">{sheet.siteUrl ?? 'Esta loja ainda não está ligada a um site.'}</dd>
          <dt className="mt-2 font-semibold">Número da loja</dt>
          <dd className="break-words">{sheet.storeId}</dd>
        </dl>
      </div>
    </Dialog>
  );
}
