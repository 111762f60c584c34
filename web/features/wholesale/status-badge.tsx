// A wholesale order's status, to buyers and to the operator: a glyph and words with every colour.
import type { WholesaleStatus } from '@balcao/shared/wholesale/order.ts';
import { WHOLESALE_STATUS_TEXTS } from '@balcao/shared/wholesale/status-text.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';

/** Default, secondary, outline and destructive, as the specification calls them. */
const LOOK: Record<WholesaleStatus, { icon: IconName; tone: string }> = {
  NOVO: { icon: 'receipt-text', tone: 'bg-primary text-primary-content' },
  EM_ANDAMENTO: { icon: 'cooking-pot', tone: 'bg-accent text-accent-content' },
  FINALIZADO: { icon: 'package-check', tone: 'border-2 border-base-content/60' },
  CANCELADO: { icon: 'circle-x', tone: 'bg-error text-error-content' },
};

export function WholesaleBadge({ status }: { status: WholesaleStatus }) {
  const { icon, tone } = LOOK[status];
  return (
    <span
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm leading-tight font-bold ${tone}`}
    >
      <Icon name={icon} className="size-4 shrink-0" />
      {WHOLESALE_STATUS_TEXTS[status]}
    </span>
  );
}
