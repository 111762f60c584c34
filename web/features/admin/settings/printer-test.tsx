// The test page of one printer as it is saved: how it went, what to look at when it did not, and a question to the person
// where the printer itself says nothing.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { useState } from 'react';
import { ApiError, call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

/** The store waits up to twenty seconds for a printer's word. */
const TEST_MS_MAX = 30_000;
const NOT_SEEN =
  'A página de teste não saiu. Enquanto isso, cada comanda daqui pede que alguém confira o papel.';
const NOT_SEEN_CHECKLIST = [
  'A impressora está ligada e com papel?',
  'O papel está do lado certo, com a face térmica virada para a cabeça?',
  'O IP da impressora está correto?',
];

type Outcome = { text: string; checklist: readonly string[] };

type Props = {
  printer: PrinterConfig;
  /** The form around it shows another printer than the one that would be tested. */
  isUnsaved: boolean;
  onChanged: () => void;
};

export function PrinterTest({ printer, isUnsaved, onChanged }: Props) {
  const [wrong, setWrong] = useState<Outcome | null>(null);
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();

  const test = () => {
    const reason = !printer.enabled
      ? 'Habilite a impressora antes de testar'
      : printer.transport.kind === 'tcp' && printer.transport.host === ''
        ? 'Configure o IP da impressora'
        : null;
    setWrong(reason === null ? null : { text: reason, checklist: [] });
    if (reason !== null) {
      toast({ title: 'Erro', text: reason, tone: 'error' });
      return;
    }
    void action.run('Erro no teste de impressão', async () => {
      try {
        const { message, unproven } = await call('POST /api/staff/printers/{id}/test', {
          params: { id: printer.id },
          timeoutMs: TEST_MS_MAX,
        });
        if (unproven) setAsking(true);
        else {
          toast({ title: 'Teste de impressão enviado', text: message, tone: 'success', durationMs: 6_000 });
          onChanged();
        }
      } catch (error) {
        if (error instanceof ApiError) {
          const list = error.problem['checklist'];
          setWrong({ text: error.problem.detail, checklist: Array.isArray(list) ? list.map(String) : [] });
        }
        throw error;
      }
    });
  };

  const sawPaper = () =>
    void action
      .run('Erro ao salvar configurações da impressora', () =>
        call('POST /api/staff/printers/{id}/paper-seen', { params: { id: printer.id } }),
      )
      .then((done) => {
        if (!done) return;
        setAsking(false);
        toast({ title: 'Impressora confirmada', text: printer.name, tone: 'success', durationMs: 6_000 });
        onChanged();
      });

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-outline" disabled={action.busy || isUnsaved} onClick={test}>
          {action.busy ? 'Imprimindo...' : 'Imprimir teste'}
        </button>
        {isUnsaved && <p className="text-sm">Salve antes de testar.</p>}
      </div>
      {wrong !== null && (
        <div role="alert" className="rounded-2xl border-2 border-error p-3">
          <p className="font-semibold text-error">{wrong.text}</p>
          {wrong.checklist.length > 0 && (
            <ul className="mt-1 list-disc pl-5">
              {wrong.checklist.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="A página de teste saiu?"
          confirm="Saiu no papel"
          cancel="Não saiu"
          tone="btn-primary"
          busy={action.busy}
          failed={action.failed}
          onConfirm={sawPaper}
          onCancel={() => {
            setAsking(false);
            setWrong({ text: NOT_SEEN, checklist: NOT_SEEN_CHECKLIST });
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Esta impressora não responde ao servidor da loja: só olhando o papel dá para saber. Se a página
            saiu inteira, as comandas passam a contar como enviadas.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
