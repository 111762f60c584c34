// Why an order was not sent, beside the button that sends it: every reason that the store named, and what to do.
import { formatCents } from '@balcao/shared/money.ts';
import type { Placing } from '../../data/place-once.ts';
import { BUYER } from './texts.ts';

export function Trouble({ view }: { view: Placing<unknown> | { state: 'idle' } | { state: 'sending' } }) {
  return <div role="alert">{reasonOf(view)}</div>;
}

function reasonOf(view: Parameters<typeof Trouble>[0]['view']) {
  switch (view.state) {
    case 'refused': {
      const { code, detail, errors = [], totalCents } = view.error.problem;
      const lines = [...new Set(errors.map(({ message }) => message))];
      return (
        <div className="mt-1 rounded-2xl bg-error px-4 py-3 text-error-content">
          <p className="font-semibold">
            {code === 'price-changed' && typeof totalCents === 'number'
              ? `Os preços mudaram: o total agora é ${formatCents(totalCents)}. Confira o carrinho e envie de novo.`
              : detail}
          </p>
          {lines.length > 1 && (
            <ul className="mt-1 list-disc pl-5 text-sm">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      );
    }
    case 'lapsed':
      return <p className="mt-1 rounded-2xl bg-error px-4 py-2 text-error-content">{BUYER.lapsed}</p>;
    case 'unknown':
      return (
        <p className="mt-1 rounded-2xl bg-error px-4 py-2 text-error-content">
          {view.error.problem.detail} Ainda não sabemos se o pedido chegou: pode tentar de novo sem medo, ele
          nunca entra duas vezes.
        </p>
      );
    default:
      return null;
  }
}
