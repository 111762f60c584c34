// What stands still between the store and its site: a log that differs, which a person decides, and commands that the store could
// not take.
import { START_OVER_WORD, type HeldCommand, type HeldWork as Held } from '@balcao/shared/http/held.ts';
import { formatCode } from '@balcao/shared/order/code.ts';
import type { Command as SentCommand } from '@balcao/shared/link/commands.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { useTimes } from '../../../data/staff/times.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { WordDialog } from '../../../ui/staff/word-dialog.tsx';
import { useToast } from '../../../ui/toast.tsx';

const KINDS: Record<SentCommand['kind'], string> = {
  'order.place': 'Pedido novo',
  'order.withdraw': 'Desistência do cliente',
  'order.choose-cash': 'Escolha de pagar no balcão',
  'order.cancel': 'Cancelamento pelo cliente',
  'payment.fact': 'Notícia de pagamento',
  'wholesale.place': 'Pedido de atacado',
  'wholesale.withdraw': 'Desistência no atacado',
};
const CONDITIONS: Record<Held['condition'], string> = {
  following: 'O registro da loja e a cópia do site conferem.',
  'rolled-back': 'A loja voltou a um estado antigo. Ela busca no site o que perdeu e depois segue sozinha.',
  quarantined:
    'O registro da loja não confere com a cópia do site. O site não recebe pedidos até que alguém decida qual dos dois vale.',
  fenced: 'Outra máquina atende como esta loja. Ligue esta de novo com um código se é ela que vale.',
  incompatible: 'A loja e o site têm versões que não se entendem. Atualize a mais antiga.',
};

export function HeldWork() {
  const heldWork = useLoaded('GET /api/staff/relay/held');
  if (heldWork.value === null) return <Loaded of={heldWork} rows={2} />;
  const { condition, rows, commands } = heldWork.value;
  return (
    <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4" aria-labelledby="held-work">
      <h3 id="held-work" className="text-lg">
        O que ficou parado
      </h3>
      <p>{CONDITIONS[condition]}</p>
      {condition === 'quarantined' && <Decide rows={rows} onDone={heldWork.reload} />}
      {commands.length === 0 ? (
        <p className="text-sm">Nenhum comando do site está parado.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {commands.map((command) => (
            <Command key={command.id} command={command} onDone={heldWork.reload} />
          ))}
        </ul>
      )}
    </section>
  );
}

type OnDone = { onDone: () => Promise<unknown> };

/** Exported for its test. */
export function Command({ command, onDone }: { command: HeldCommand } & OnDone) {
  const { dateTime } = useTimes();
  const [discarding, setDiscarding] = useState(false);
  const action = useAction();
  const toast = useToast();
  // What only a newer version knows has no name here.
  const kind = (KINDS as Record<string, string>)[command.kind] ?? 'Comando de outra versão';
  const name = command.orderCode === null ? kind : `${kind} · ${formatCode(command.orderCode)}`;
  // What the other button failed with is no part of the question.
  const ask = (isDiscarding: boolean) => {
    action.forgive();
    setDiscarding(isDiscarding);
  };
  const act = (what: 'retry' | 'discard', title: string) =>
    void action
      .run('Não deu certo', async () => {
        await call(`POST /api/staff/relay/held/{id}/${what}`, { params: { id: command.id } });
        setDiscarding(false);
        toast({ title, tone: 'success' });
      })
      .finally(() => void onDone());
  return (
    <li className="flex flex-wrap items-center gap-3 border-l-8 border-warning pl-3">
      <div className="mr-auto min-w-0 flex-1 basis-60">
        <p className="font-bold">{name}</p>
        <p className="text-sm">
          {command.state === 'deferred'
            ? 'Esta loja ainda não conhece este comando: ele espera pela atualização.'
            : 'A loja não conseguiu ler este comando.'}{' '}
          {!command.canRetry &&
            command.canDiscard &&
            'O cliente foi avisado de que não deu certo e pode pedir de novo.'}
        </p>
        <p className="text-sm">Desde {dateTime(command.createdAtMs)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {command.canRetry && (
          <button
            type="button"
            className="btn btn-outline"
            disabled={action.busy}
            aria-label={`Tentar de novo: ${name}`}
            onClick={() => act('retry', 'Enviado de novo à loja')}
          >
            Tentar de novo
          </button>
        )}
        {command.canDiscard && (
          <button
            type="button"
            className="btn btn-outline btn-error"
            disabled={action.busy}
            aria-label={`Descartar: ${name}`}
            onClick={() => ask(true)}
          >
            Descartar
          </button>
        )}
      </div>
      {!discarding && <Failed text={action.failed} className="basis-full" />}
      {discarding && (
        <ConfirmDialog
          title="Descartar comando"
          confirm="Descartar"
          busy={action.busy}
          failed={action.failed}
          onConfirm={() => act('discard', 'Comando descartado')}
          onClose={() => ask(false)}
        >
          <p>{name}: não será mais enviado à loja. Isto não pode ser desfeito.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function Decide({ rows, onDone }: { rows: number } & OnDone) {
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const toast = useToast();
  const close = () => {
    // What failed is no part of the question when it is asked again.
    action.forgive();
    setAsking(false);
  };
  const decide = () =>
    void action
      .run('Não deu para decidir', async () => {
        await call('POST /api/staff/relay/start-over', { body: { confirm: START_OVER_WORD } });
        close();
        toast({ title: 'O site refaz a sua cópia a partir da loja', tone: 'success' });
      })
      .then((done) => done && onDone());
  return (
    <div className="flex flex-col items-start gap-3 border-l-8 border-error pl-3">
      <p>
        <strong>Se a loja está certa</strong> (o caso comum: é nela que se vendeu), o site joga fora a sua
        cópia de {rows === 1 ? '1 linha' : `${rows.toLocaleString('pt-BR')} linhas`} e a refaz a partir da
        loja. Pedidos que só o site conhece somem dele.
      </p>
      <button type="button" className="btn btn-error" onClick={() => setAsking(true)}>
        A loja está certa
      </button>
      <p>
        <strong>Se o site está certo</strong>, não use esta máquina para vender: baixe uma cópia de segurança
        e restaure a loja a partir do site.
      </p>
      {asking && (
        <WordDialog
          title="A loja está certa?"
          word={START_OVER_WORD}
          label={`Digite ${START_OVER_WORD} para confirmar`}
          confirm="Refazer a cópia do site"
          busy={action.busy}
          failed={action.failed}
          onConfirm={decide}
          onClose={close}
        >
          <p>Isto não pode ser desfeito. A decisão fica na auditoria.</p>
        </WordDialog>
      )}
    </div>
  );
}
