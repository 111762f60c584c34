// The green that says without a tap that the money is there.
import { CheckCircle2 } from 'lucide-react';
import { useEffect } from 'react';

export const MoneyCame = ({ text }: { text: string }) => (
  <div
    role="status"
    className="grid place-items-center gap-3 rounded-2xl bg-success p-10 text-success-content"
  >
    <CheckCircle2 aria-hidden className="size-24" />
    <p className="text-4xl font-extrabold">{text}</p>
  </div>
);

type Awaited = {
  /** Whether the order may have it still. */
  hasRoom: boolean;
  /** What is paid next is another part. */
  onNoRoom: (() => void) | undefined;
};

/** The provider has the money of a part, and the order does not have the part: not green, for it may go back. */
export function MoneyAwaited({ hasRoom, onNoRoom }: Awaited) {
  useEffect(() => {
    if (!hasRoom) onNoRoom?.();
  }, [hasRoom, onNoRoom]);
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-2xl bg-accent p-6 text-2xl font-bold text-accent-content"
    >
      {hasRoom && <span aria-hidden className="loading loading-spinner" />}
      {hasRoom
        ? 'O dinheiro veio. Falta a loja pôr no pedido…'
        : 'O dinheiro veio e não coube no pedido: volta ao cliente.'}
    </p>
  );
}
