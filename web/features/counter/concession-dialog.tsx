// What is given away of a sale: a part in reais or percent, or all of it, and why. The store judges it; here is shown what it comes to.
import { formatCents } from '@balcao/shared/money.ts';
import type { ConcessionKind } from '@balcao/shared/order/order.ts';
import type { ConcessionAsk } from '@balcao/shared/order/place.ts';
import { CONCESSION_NAMES, concede } from '@balcao/shared/pricing/concession.ts';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/staff/fields.tsx';
import { NumberPad } from '../../ui/staff/number-pad.tsx';

const REASONS: Record<ConcessionKind, readonly string[]> = {
  discount: ['Cliente da casa', 'Promoção do dia', 'Demora no pedido', 'Produto com defeito'],
  courtesy: ['Pedido errado', 'Reclamação', 'Aniversário', 'Divulgação'],
  'staff-meal': ['Almoço', 'Lanche', 'Jantar'],
};
const PERCENTS = [5, 10, 15, 20, 30, 50];
const REASON_LENGTH_MAX = 60;
const KINDS = Object.keys(CONCESSION_NAMES) as ConcessionKind[];

type Draft = { kind: ConcessionKind; percent: number | null; cents: number; reason: string };
type Props = {
  chargedCents: number;
  concession: ConcessionAsk | null;
  onGive: (concession: ConcessionAsk | null) => void;
  onClose: () => void;
};

export function ConcessionDialog({ chargedCents, concession, onGive, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(concession));
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }));
  const ask = askOf(draft);
  const priced = concede({ totalCents: chargedCents }, ask);
  const isAmountGiven = draft.kind !== 'discount' || draft.percent !== null || draft.cents > 0;
  const isWhole = priced.ok && ask.reason !== '';
  const give = () => {
    if (isWhole) onGive(ask);
  };
  return (
    <Dialog
      title="Desconto ou cortesia"
      onClose={onClose}
      wide
      form
      actions={
        <>
          <button
            type="button"
            className="btn btn-primary h-16 flex-1 text-xl!"
            disabled={!isWhole}
            onClick={give}
          >
            {priced.ok && isAmountGiven
              ? `Aplicar −${formatCents(priced.value.concession.cents)} · fica ${formatCents(priced.value.totalCents)}`
              : 'Aplicar'}
          </button>
          {concession !== null && (
            <button type="button" className="btn h-16" onClick={() => onGive(null)}>
              Tirar
            </button>
          )}
        </>
      }
    >
      <div role="group" aria-label="O que dar" className="mb-2 grid grid-cols-3 gap-2">
        {KINDS.map((kind) => (
          <Chip
            key={kind}
            on={draft.kind === kind}
            onPick={() => change({ kind, reason: kind === draft.kind ? draft.reason : '' })}
          >
            {CONCESSION_NAMES[kind]}
          </Chip>
        ))}
      </div>
      <div className={`grid gap-4 ${draft.kind === 'discount' ? 'sm:grid-cols-2' : ''}`}>
        {draft.kind === 'discount' && (
          <NumberPad
            label="Desconto em reais"
            cents={draft.cents}
            onCents={(cents) => change({ cents, percent: null })}
            onEnter={give}
            height="h-12"
          />
        )}
        <Choices
          draft={draft}
          onChange={change}
          onEnter={give}
          failure={priced.ok || !isAmountGiven ? null : (priced.refusal[0]?.message ?? null)}
        />
      </div>
    </Dialog>
  );
}

type ChoicesProps = {
  draft: Draft;
  onChange: (fields: Partial<Draft>) => void;
  /** In the field; what the number pad hears is not typed there. */
  onEnter: () => void;
  failure: string | null;
};

/** How many percent, of a discount; and why. */
function Choices({ draft: { kind, percent, reason }, onChange, onEnter, failure }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-2">
      {kind === 'discount' && (
        <div role="group" aria-label="Em %" className="grid grid-cols-6 gap-1">
          {PERCENTS.map((one) => (
            <Chip key={one} on={percent === one} onPick={() => onChange({ percent: one, cents: 0 })}>
              {one}%
            </Chip>
          ))}
        </div>
      )}
      <div role="group" aria-label="Motivo" className="grid grid-cols-2 gap-2">
        {REASONS[kind].map((one) => (
          <Chip key={one} on={reason === one} onPick={() => onChange({ reason: one })}>
            {one}
          </Chip>
        ))}
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onEnter();
        }}
      >
        <TextField
          label="Outro motivo"
          value={REASONS[kind].includes(reason) ? '' : reason}
          maxLength={REASON_LENGTH_MAX}
          onValue={(typed) => onChange({ reason: typed })}
        />
      </form>
      {failure !== null && (
        <p role="alert" className="font-semibold text-error">
          {failure}
        </p>
      )}
    </div>
  );
}

function Chip({ on, onPick, children }: { on: boolean; onPick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      className={`btn h-12 min-w-0 px-1 leading-tight ${on ? 'btn-secondary' : ''}`}
      onClick={onPick}
    >
      {children}
    </button>
  );
}

function draftOf(concession: ConcessionAsk | null): Draft {
  const empty = { kind: 'discount', percent: null, cents: 0, reason: '' } as const;
  if (concession === null) return empty;
  const { kind, reason } = concession;
  if (concession.kind !== 'discount') return { ...empty, kind, reason };
  return 'percent' in concession.off
    ? { ...empty, percent: concession.off.percent, reason }
    : { ...empty, cents: concession.off.cents, reason };
}

function askOf({ kind, percent, cents, reason: typed }: Draft): ConcessionAsk {
  const reason = typed.trim();
  if (kind !== 'discount') return { kind, reason };
  return { kind, reason, off: percent === null ? { cents } : { percent } };
}
