// The recovery sheet: shown on demand and in the shop only, printed on the shop's printer, with when it was last seen.
import { useState } from 'react';
import type { RecoverySheet, RecoverySheetState } from '@balcao/shared/http/recovery-sheet.ts';
import { request } from '../../../api/request.ts';
import { useAction } from '../../../staff/action.ts';
import { LoadFailed, Rows } from '../../../staff/load-failed.tsx';
import { useResource } from '../../../staff/resource.ts';
import { useTimes } from '../../../staff/times.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const PATH = '/api/staff/recovery-sheet';

export function RecoverySheetCard() {
  const state = useResource<RecoverySheetState>(PATH, 0);
  const [sheet, setSheet] = useState<RecoverySheet | null>(null);
  const { dateTime } = useTimes();
  const action = useAction();
  const toast = useToast();
  if (state.value === null)
    return state.error === null ? (
      <Rows count={1} />
    ) : (
      <LoadFailed error={state.error} onRetry={() => void state.reload()} />
    );
  const { seenAtMs, showable } = state.value;
  const show = () =>
    void action
      .run('A folha não pôde ser mostrada', async () =>
        setSheet(await request<RecoverySheet>(`${PATH}/show`, { method: 'POST', body: {} })),
      )
      .then(() => state.reload());
  const print = () =>
    void action
      .run('A folha não foi impressa', async () => {
        const { printer } = await request<{ printer: string }>(`${PATH}/print`, { method: 'POST', body: {} });
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
        </div>
      )}
      {sheet !== null && <Sheet sheet={sheet} onClose={() => setSheet(null)} />}
    </section>
  );
}

function Sheet({ sheet, onClose }: { sheet: RecoverySheet; onClose: () => void }) {
  return (
    <Dialog
      title="Folha de recuperação"
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          Já guardei
        </button>
      }
    >
      <div className="flex flex-col gap-3">
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
