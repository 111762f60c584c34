// PIX to the shop's static code that nothing proves: each waits for 'Recebi' or 'Não recebi', before the drawer is closed.
import type { UnprovedPix, UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { ReactNode } from 'react';
import { call } from '../../request.ts';
import { useAction } from '../action.ts';
import { useTimes } from '../times.ts';

type Props = {
  pix: UnprovedPixes;
  /** Which is a card already. */
  inDialog: boolean;
  onChange: (pix: UnprovedPixes) => void;
};

/** Nothing where there is none. */
export function UnprovedPixList({ pix: { unconfirmed, lost }, inDialog, onChange }: Props) {
  const action = useAction();
  if (unconfirmed.length === 0 && lost.length === 0) return null;
  const say = (txid: string, said: 'received' | 'not-received') =>
    void action.run('Não deu para registrar', async () =>
      onChange(await call('POST /api/staff/static-pix/{txid}', { params: { txid }, body: { said } })),
    );
  return (
    <section
      aria-labelledby="pix-nao-confirmados"
      className={`flex flex-col gap-3 ${inDialog ? '' : 'rounded-2xl bg-base-100 p-4'}`}
    >
      <h2 id="pix-nao-confirmados" className={inDialog ? 'text-lg' : 'text-2xl'}>
        PIX não confirmados
      </h2>
      {unconfirmed.length > 0 && (
        <p>
          Procure cada um no extrato do banco pelo valor, pela hora ou pelo código da transação. Os que
          chegarem na conta do Mercado Pago saem da lista sozinhos.
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {unconfirmed.map((one) => (
          <Row key={one.txid} pix={one}>
            <button
              type="button"
              className="btn btn-success h-16 max-sm:flex-1"
              disabled={action.busy}
              onClick={() => say(one.txid, 'received')}
            >
              Recebi
            </button>
            <button
              type="button"
              className="btn h-16 max-sm:flex-1"
              disabled={action.busy}
              onClick={() => say(one.txid, 'not-received')}
            >
              Não recebi
            </button>
          </Row>
        ))}
        {lost.map((one) => (
          <Row key={one.txid} pix={one} note="não recebido">
            <button
              type="button"
              className="btn h-16 max-sm:flex-1"
              disabled={action.busy}
              onClick={() => say(one.txid, 'received')}
            >
              Chegou depois
            </button>
          </Row>
        ))}
      </ul>
      {action.failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {action.failed}
        </p>
      )}
    </section>
  );
}

type RowProps = { pix: UnprovedPix; note?: string; children: ReactNode };

function Row({ pix, note, children }: RowProps) {
  const { shortDateTime } = useTimes();
  const name = pix.panelNumber === null ? `#${pix.simpleId}` : `${pix.panelNumber} (#${pix.simpleId})`;
  return (
    <li
      aria-label={`PIX do pedido ${name}`}
      className="flex flex-wrap items-center gap-2 rounded-2xl border border-base-300 p-2"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong className="numbers text-2xl">{formatCents(pix.amountCents)}</strong>
        {note !== undefined && <span className="ml-2 font-semibold text-error">{note}</span>}
        <br />
        Pedido {name}, {shortDateTime(pix.atMs)}, por {pix.userName}
        <br />
        <span className="text-sm">Transação {pix.txid}</span>
      </p>
      <div className="flex gap-2 max-sm:w-full">{children}</div>
    </li>
  );
}
