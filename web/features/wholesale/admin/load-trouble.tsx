// Something of wholesale that could not be loaded: what, why, and the way to try again.
import { sentenceOf } from '../../../data/request.ts';
import { BUYER } from '../../../text/wholesale.ts';

export function LoadTrouble({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-2xl bg-error p-4 text-error-content"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">Erro: {text}</p>
        <p className="text-sm">{sentenceOf(error)}</p>
      </div>
      <button type="button" className="btn" onClick={onRetry}>
        {BUYER.tryAgain}
      </button>
    </div>
  );
}
