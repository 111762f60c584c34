// What was just done to many entries, and the button that takes it back.
import { CloudUpload, Undo2, X } from 'lucide-react';
import { useStoreAway } from '../../session/shell.tsx';
import type { BatchWork } from './use-batch.ts';

export function BatchDone({ batch }: { batch: BatchWork }) {
  const away = useStoreAway();
  const { done } = batch;
  return (
    <div role="status" className="empty:hidden">
      {done !== null && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border-2 border-success bg-base-100 py-2 pr-2 pl-4">
          <p className="min-w-0 flex-1 basis-60 font-semibold">
            {away ? (
              <>
                <CloudUpload aria-hidden className="mr-1 inline size-5" /> {done.text} · aguardando a loja
              </>
            ) : (
              <>✓ {done.text}</>
            )}
          </p>
          {done.undo !== null && (
            <button
              type="button"
              className="btn min-h-11"
              disabled={batch.busy}
              onClick={() => void batch.undo()}
            >
              <Undo2 aria-hidden className="size-5" /> Desfazer
            </button>
          )}
          <button
            type="button"
            className="btn btn-ghost btn-square min-h-11"
            aria-label="Fechar este aviso"
            onClick={batch.dismiss}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
