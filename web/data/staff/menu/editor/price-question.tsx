// What is asked before a typed price counts: it is unusual, or somebody else has put another one there.
import { formatCents } from '@balcao/shared/money.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';

/** How a price in its field stands. */
export type PriceState = 'same' | 'wrong' | 'asking' | 'sending' | 'failed' | 'kept' | 'theirs';

type Props = {
  state: PriceState;
  name: string;
  prices: { seen: number; stored: number; typed: number };
  /** Over the price that counts as seen. */
  onSend: (seenCents: number) => void;
  onBack: () => void;
  onCorrect: () => void;
};

export function PriceQuestion({
  state,
  name,
  prices: { seen, stored, typed },
  onSend,
  onBack,
  onCorrect,
}: Props) {
  return (
    <>
      {state === 'theirs' && (
        <ConfirmDialog
          title={`O preço de ${name} já mudou`}
          confirm={`Mudar para ${formatCents(typed)}`}
          tone="btn-primary"
          cancel={`Deixar ${formatCents(stored)}`}
          onConfirm={() => onSend(stored)}
          onClose={onBack}
        >
          <p>
            Outra pessoa mudou este preço de <strong>{formatCents(seen)}</strong> para{' '}
            <strong>{formatCents(stored)}</strong>. Você digitou <strong>{formatCents(typed)}</strong>. Qual
            vale?
          </p>
        </ConfirmDialog>
      )}
      {state === 'asking' && (
        <ConfirmDialog
          title={`Mudar o preço de ${name}?`}
          confirm={`Sim, ${formatCents(typed)}`}
          tone="btn-primary"
          cancel="Corrigir"
          onConfirm={() => onSend(seen)}
          onClose={onCorrect}
        >
          <UnusualPrice known={stored} typed={typed} />
        </ConfirmDialog>
      )}
    </>
  );
}

export function UnusualPrice({ known, typed }: { known: number; typed: number }) {
  return (
    <p>
      {known > 0 ? (
        <>
          O preço passa de <strong>{formatCents(known)}</strong> para <strong>{formatCents(typed)}</strong>.
        </>
      ) : (
        <>
          <strong>{formatCents(typed)}</strong> é muito mais do que custam os outros.
        </>
      )}{' '}
      Está certo?
    </p>
  );
}
