// Why the store did not take the order, with every field that it named.
import type { ApiError } from '../../data/request.ts';
import { CHECKOUT_TEXTS } from './texts.ts';

export function Refused({ error, onCart }: { error: ApiError; onCart: () => void }) {
  const { detail, errors = [] } = error.problem;
  const lines = [...new Set(errors.map(({ message }) => message))];
  const inCart = errors.some(({ field }) => field.startsWith('items'));
  return (
    <div className="mt-3 rounded-2xl bg-error px-4 py-3 text-error-content">
      <p className="font-semibold">
        {detail === '' ? CHECKOUT_TEXTS.failed.unknown : CHECKOUT_TEXTS.failed.message(detail)}
      </p>
      {lines.length > 1 && (
        <ul className="mt-1 list-disc pl-5 text-sm">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {inCart && (
        <button
          type="button"
          className="mt-1 min-h-8 font-semibold underline underline-offset-4"
          onClick={onCart}
        >
          Ver o carrinho
        </button>
      )}
    </div>
  );
}
