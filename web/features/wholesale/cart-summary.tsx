// What the wholesale cart comes to, what keeps it from being sent, and the button that sends it.
import { minimumMessage } from '@balcao/shared/wholesale/rules.ts';
import { formatCents } from '@balcao/shared/money.ts';
import { Link } from 'react-router-dom';
import { STORE_AWAY } from '../../data/store-state.tsx';
import { countText } from '../../text/menu.ts';
import { Trouble } from './trouble.tsx';
import type { useSending } from './use-sending.ts';

type Props = SumsProps & {
  /** Cents up to the minimum order. */
  missing: number;
  /** Lines that cannot be ordered any more. */
  gone: number;
  isAway: boolean;
  view: ReturnType<typeof useSending>['view'];
};

export function CartSummary({ lines, units, totalCents, terms, missing, gone, isAway, view }: Props) {
  const busy = view.state === 'sending';
  return (
    <section
      aria-labelledby="resumo-titulo"
      className="flex flex-col gap-2 rounded-3xl bg-base-100 p-5 lg:sticky lg:top-24"
    >
      <h2 id="resumo-titulo" className="text-2xl">
        Resumo do Pedido
      </h2>
      <Sums lines={lines} units={units} totalCents={totalCents} terms={terms} />
      {missing > 0 && <Minimum missing={missing} totalCents={totalCents} />}
      {gone > 0 && (
        <p role="alert" className="text-sm font-semibold text-error">
          {gone === 1 ? '1 item não pode mais ser pedido.' : `${gone} itens não podem mais ser pedidos.`}{' '}
          Remova para continuar.
        </p>
      )}
      {isAway && (
        <p className="rounded-2xl bg-warning px-4 py-2 text-sm text-warning-content">{STORE_AWAY}</p>
      )}
      <Trouble view={view} />
      <button
        type="submit"
        className="btn btn-primary btn-lg mt-1 w-full"
        disabled={gone > 0 || missing > 0 || isAway}
        aria-busy={busy}
      >
        {busy ? 'Enviando o pedido…' : 'Finalizar Pedido'}
      </button>
      <Link to="/atacado" className="btn btn-ghost">
        Continuar comprando
      </Link>
    </section>
  );
}

type SumsProps = { lines: number; units: number; totalCents: number; terms: string };

function Sums({ lines, units, totalCents, terms }: SumsProps) {
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{countText(lines, 'produto', 'produtos')}</span>
        <span className="numbers">{countText(units, 'unidade', 'unidades')}</span>
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-base-300 pt-2">
        <span className="font-semibold">Total</span>
        <span className="numbers text-2xl font-bold">{formatCents(totalCents)}</span>
      </p>
      {terms !== '' && (
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>Pagamento</span>
          <span className="font-semibold">{terms}</span>
        </p>
      )}
      <p className="text-sm text-base-content/80">
        Nada é cobrado aqui: o pagamento é combinado com a loja, que liga para confirmar.
      </p>
    </>
  );
}

function Minimum({ missing, totalCents }: { missing: number; totalCents: number }) {
  return (
    <div role="status" className="rounded-2xl bg-warning px-4 py-2 text-warning-content">
      <p className="font-semibold">{minimumMessage(missing)}</p>
      <progress
        aria-label="Quanto do pedido mínimo já está no carrinho"
        className="progress w-full text-warning-content"
        value={totalCents}
        max={totalCents + missing}
      />
    </div>
  );
}
