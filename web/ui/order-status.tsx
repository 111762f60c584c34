// An order's status as a badge, and as the timeline that customers follow. A glyph and words with every colour.
import type { OrderStatus } from '@balcao/shared/order/order.ts';
import { clockText } from '../text/clock.ts';
import { STATUS_LABELS } from '../text/order.ts';
import type { IconName } from './icon-names.ts';
import { Icon } from './icon.tsx';

const LOOK: Record<OrderStatus, { icon: IconName; tone: string }> = {
  PENDING: { icon: 'receipt-text', tone: 'bg-base-300 text-base-content' },
  RECEBIDO: { icon: 'receipt-text', tone: 'bg-info text-info-content' },
  PREPARING: { icon: 'cooking-pot', tone: 'bg-accent text-accent-content' },
  READY: { icon: 'sparkles', tone: 'bg-success text-success-content' },
  DELIVERED: { icon: 'package-check', tone: 'bg-primary text-primary-content' },
  CANCELLED: { icon: 'circle-x', tone: 'bg-error text-error-content' },
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { icon, tone } = LOOK[status];
  return (
    <span className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-bold ${tone}`}>
      <Icon name={icon} className="size-4 shrink-0" />
      {STATUS_LABELS[status]}
    </span>
  );
}

const LINE = ['PENDING', 'PREPARING', 'READY', 'DELIVERED'] as const;

type Times = {
  receivedAtMs: number | null;
  preparingAtMs: number | null;
  readyAtMs: number | null;
  deliveredAtMs: number | null;
  createdAtMs: number;
};

/** PENDING, PREPARING, READY, DELIVERED, with RECEBIDO as PENDING; without `times` where they are not told. */
export function Timeline({ status, times }: { status: OrderStatus; times: Times | null }) {
  const at = LINE.indexOf(status === 'RECEBIDO' ? 'PENDING' : (status as (typeof LINE)[number]));
  const when = times && [times.createdAtMs, times.preparingAtMs, times.readyAtMs, times.deliveredAtMs];
  return (
    <ol className="isolate grid grid-cols-4 wrap-anywhere" aria-label="Andamento do pedido">
      {LINE.map((step, index) => {
        const { icon } = LOOK[step];
        const done = index <= at;
        const time = when?.[index];
        return (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className="relative flex flex-col items-center gap-1 text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={`absolute top-5 right-1/2 h-1 w-full -translate-y-1/2 ${done ? 'bg-success' : 'bg-base-300'}`}
              />
            )}
            <span
              aria-hidden
              className={`relative z-10 grid size-10 place-items-center rounded-full ${done ? 'bg-success text-success-content' : 'bg-base-300 text-base-content'} ${index === at ? 'ring-4 ring-success/30' : ''}`}
            >
              {index < at ? (
                <Icon name="check" className="size-5" />
              ) : (
                <Icon name={icon} className="size-5" />
              )}
            </span>
            <span
              className={`text-[min(0.75rem,3.6vw)] leading-tight sm:text-sm ${index === at ? 'font-bold' : done ? '' : 'text-base-content/75'}`}
            >
              {STATUS_LABELS[step]}
              <span className="sr-only">{done ? (index === at ? ', agora' : ', feito') : ', falta'}</span>
            </span>
            {done && time !== null && time !== undefined && (
              <span className="numbers text-xs text-base-content/75">{clockText(time)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
