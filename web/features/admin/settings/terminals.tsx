// The card terminals of the shop's account at Mercado Pago: which of them the counter sends amounts to, and what it calls them.
import type { AccountTerminals } from '@balcao/shared/http/terminals.ts';
import { useState } from 'react';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useLoaded } from '../../../data/staff/resource.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';

type Listed = AccountTerminals['terminals'][number];

export function Terminals() {
  const list = useLoaded('GET /api/staff/payments/terminals');
  return (
    <section className="flex flex-col gap-3 border-t border-base-300 pt-3" aria-label="Maquininhas do balcão">
      <h4 className="font-bold">Maquininhas do balcão</h4>
      <p className="text-sm">
        Escolha as maquininhas Point que ficam no balcão: a Venda envia o valor e o resultado chega sozinho.
        Depois de escolher, reinicie a maquininha.
      </p>
      <Loaded of={list} rows={1}>
        {({ terminals }) =>
          terminals.length === 0 ? (
            <p>Nenhuma maquininha Point nesta conta.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {terminals.map((terminal) => (
                <Terminal
                  key={terminal.id}
                  terminal={terminal}
                  onKept={(kept) => list.set(() => kept)}
                  onForgotten={list.reload}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

type Props = {
  terminal: Listed;
  onKept: (all: AccountTerminals) => void;
  onForgotten: () => Promise<void>;
};

/** Exported for its test. */
export function Terminal({ terminal, onKept, onForgotten }: Props) {
  const [typed, setTyped] = useState(terminal.name ?? 'Balcão');
  const action = useAction();
  const toast = useToast();
  const params = { terminalId: terminal.id };
  const machine = nameOf(terminal.id);
  const isUsed = terminal.name !== null;
  const name = typed.trim();
  const keep = () =>
    void action.run('Não deu para guardar a maquininha', async () => {
      onKept(await call('PUT /api/staff/payments/terminals/{terminalId}', { params, body: { name } }));
      toast({ title: 'Maquininha guardada', text: name, tone: 'success' });
    });
  const forget = () =>
    void action.run('Não deu para tirar a maquininha', async () => {
      await call('DELETE /api/staff/payments/terminals/{terminalId}', { params });
      toast({ title: 'Maquininha tirada do balcão', tone: 'success' });
      await onForgotten();
    });
  return (
    <li className="flex flex-col gap-2 rounded-xl bg-base-200 p-3">
      <p>
        <span aria-hidden>{isUsed && terminal.isThere && terminal.isReady ? '✔' : '–'}</span>{' '}
        <strong>{machine}</strong> · {wordsOf(terminal)}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="Nome no balcão"
          aria-label={`Nome no balcão: ${machine}`}
          maxLength={40}
          value={typed}
          onValue={setTyped}
          className="min-w-48 flex-1"
        />
        {isUsed && (
          <button
            type="button"
            className="btn btn-ghost"
            disabled={action.busy}
            aria-label={`Tirar do balcão: ${machine}`}
            onClick={forget}
          >
            Tirar do balcão
          </button>
        )}
        {terminal.isThere && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={action.busy || name === '' || (name === terminal.name && terminal.isReady)}
            aria-label={`${isUsed ? 'Salvar' : 'Usar no balcão'}: ${machine}`}
            onClick={keep}
          >
            {isUsed ? 'Salvar' : 'Usar no balcão'}
          </button>
        )}
      </div>
      <Failed text={action.failed} />
    </li>
  );
}

/** 'NEWLAND_N950__N950NCB801293324': the model, and the number on its back. */
function nameOf(id: string): string {
  const [model = id, serial] = id.split('__');
  return serial === undefined ? id : `${model.replaceAll('_', ' ')}, nº ${serial}`;
}

function wordsOf({ name, isThere, isReady }: Listed): string {
  if (!isThere) return 'não está mais na conta';
  if (name === null) return 'fora do balcão';
  return isReady ? 'recebe o valor do balcão' : 'fora do modo PDV: salve de novo';
}
