// What keeps the store from its whole work: a bar over every staff screen while it lasts, with what to do behind one tap.
import type { Notice } from '@balcao/shared/http/condition.ts';
import { useAtomValue } from 'jotai';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { meAtom } from '../staff-hint.ts';
import { call } from '../request.ts';
import { useAction } from './action.ts';
import { conditionTurnAtom } from './board/live.ts';
import { useLoaded } from './resource.ts';

export function StoreNotices() {
  const condition = useLoaded('GET /api/staff/condition', { turn: useAtomValue(conditionTurnAtom) });
  return (condition.value?.notices ?? []).map((notice) => (
    <StoreNotice key={notice.id} notice={notice} onDone={condition.reload} />
  ));
}

function StoreNotice({ notice, onDone }: { notice: Notice; onDone: () => Promise<void> }) {
  const me = useAtomValue(meAtom);
  const action = useAction();
  const tryAgain = async (): Promise<void> => {
    if (await action.run('A loja continua em modo seguro', () => call('POST /api/staff/condition/try-again')))
      await onDone();
  };
  return (
    <details
      role="alert"
      className="group max-h-[70dvh] shrink-0 overflow-y-auto border-b border-error-content/50 bg-error text-error-content"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-center gap-3 px-4 py-2 leading-tight font-semibold sm:text-lg [&::-webkit-details-marker]:hidden">
        <TriangleAlert aria-hidden className="size-6 shrink-0" />
        <span>{notice.title}</span>
        <span className="flex shrink-0 items-center gap-1 whitespace-nowrap underline underline-offset-4">
          O que fazer
          <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
        </span>
      </summary>
      <div className="mx-auto flex max-w-3xl flex-col items-center gap-3 px-4 pb-4 text-center">
        <p>{notice.text}</p>
        {notice.id === 'safe-mode' && me?.role === 'ADMIN' && (
          <button
            type="button"
            className="btn min-h-12 border-0 bg-error-content text-error"
            disabled={action.busy}
            onClick={() => void tryAgain()}
          >
            Tentar de novo
          </button>
        )}
        {action.failed !== null && <p className="font-semibold">{action.failed}</p>}
      </div>
    </details>
  );
}
