// Takes the money of one order in parts: by amount or by so many people, each part by its way, until nothing is left.
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { changeOfTender, divideAmong, PERSONS_MAX } from '@balcao/shared/payment/tender.ts';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { CashPay } from './cash-pay.tsx';
import type { PaidResult } from './paid.tsx';
import { PixPay } from './pix-pay.tsx';
import { SplitAmounts, TITLES, type Way } from './split-amounts.tsx';
import { TenderList } from './tender-list.tsx';
import { TerminalPay } from './terminal-pay.tsx';
import type { Subject } from './use-payment.ts';
import { useSplitPayment, type Part } from './use-split.ts';
import { OpenDrawerDialog } from './open-drawer-dialog.tsx';

type Props = {
  subject: Subject;
  onPricesChanged?: () => void;
  /** The first part is in: the ticket is free for the next sale. */
  onStarted?: () => void;
  onClose: () => void;
  onDone: (result: PaidResult) => void;
};

export function SplitDialog({ subject, onPricesChanged, onStarted, onClose, onDone }: Props) {
  const toast = useToast();
  const [persons, setPersons] = useState(2);
  const [typed, setTyped] = useState(0);
  const [way, setWay] = useState<Way | null>(null);
  /** What was asked for when the way was chosen: it stays, whatever is taken meanwhile. */
  const [asked, setAsked] = useState(0);
  const split = useSplitPayment(subject, {
    onPricesChanged,
    onTaken: () => {
      setTyped(0);
      // Who has paid does not pay again.
      setPersons((before) => Math.max(1, before - 1));
      setWay(null);
      onStarted?.();
    },
    onPaid: (order) => onDone(resultOf(order)),
    onCancelled: () => {
      toast({ title: 'Este pedido foi cancelado' });
      onClose();
    },
    isFollowed: way === 'pix' || way === 'terminal',
  });
  const { leftCents, tenders } = split;
  const share = divideAmong(leftCents, Math.min(persons, leftCents))[0] ?? 0;
  const open = Math.min(typed === 0 ? share : typed, leftCents);
  const cents = way === 'pix' || way === 'terminal' ? asked : open;
  const choose = (next: Way | null) => {
    split.forgive();
    if (way === null) split.sawParts();
    setAsked(open);
    setWay(next);
  };
  const giveBack = async (id: string): Promise<void> => {
    if (await split.giveBack(id)) setPersons((before) => Math.min(PERSONS_MAX, before + 1));
  };
  const close = () => {
    if (tenders.length > 0)
      toast({ title: `Faltam ${formatCents(leftCents)}`, text: 'O pedido espera em Pendentes.' });
    onClose();
  };
  if (split.asksForDrawer) return <OpenDrawerDialog onOpened={split.goOn} onClose={split.leaveDrawer} />;
  return (
    <Dialog
      title={
        way === null ? `Dividir · ${formatCents(split.totalCents)}` : `${TITLES[way]} · ${formatCents(cents)}`
      }
      onClose={close}
      wide
    >
      {split.question !== null && <Question text={split.question} />}
      {way === null && (
        <SplitAmounts
          leftCents={leftCents}
          share={share}
          cents={cents}
          persons={persons}
          busy={split.busy}
          onPersons={(next) => {
            setPersons(next);
            setTyped(0);
          }}
          // The first key takes the place of the share that stood there.
          onTyped={(next) => setTyped(typed > 0 ? next : next > share ? next % 10 : 0)}
          onWay={choose}
        >
          <TenderList tenders={tenders} busy={split.busy} onGiveBack={giveBack} />
        </SplitAmounts>
      )}
      {way !== null && <PartPay way={way} cents={cents} split={split} onBack={() => choose(null)} />}
      {split.pinDialog}
      {split.failed !== null && (
        <p role="alert" className="mt-3 text-lg font-semibold text-error">
          {split.failed}
        </p>
      )}
    </Dialog>
  );
}

type PartPayProps = {
  way: Way;
  cents: number;
  split: ReturnType<typeof useSplitPayment>;
  /** To the other ways. */
  onBack: () => void;
};

/** One part, by the way that was chosen. */
function PartPay({ way, cents, split, onBack }: PartPayProps) {
  const take = (part: Omit<Part, 'cents'>) => split.take({ ...part, cents });
  return (
    <>
      {way === 'cash' && (
        <CashPay
          totalCents={cents}
          busy={split.busy}
          onReceived={(receivedCents) => take({ method: 'cash', receivedCents, drawer: 'open' })}
        />
      )}
      {way === 'terminal' && (
        <TerminalPay
          totalCents={cents}
          partId={() => split.partId('terminal', cents)}
          onLeavePart={split.leavePart}
          orderOf={split.orderOf}
          busy={split.busy}
          onPaid={split.came}
          onByHand={(card) => take({ method: 'terminal', card })}
        />
      )}
      {way === 'pix' && (
        <PixPay
          orderOf={split.orderOf}
          cents={cents}
          partId={() => split.partId('pix', cents)}
          onLeavePart={split.leavePart}
          busy={split.busy}
          onPaid={split.came}
          onReceived={() => take({ method: 'pix_manual' })}
        />
      )}
      <button type="button" className="btn mt-3 h-14 w-full" onClick={onBack}>
        Voltar
      </button>
    </>
  );
}

function Question({ text }: { text: string }) {
  return (
    <p
      ref={focusInView}
      tabIndex={-1}
      role="alert"
      className="mb-3 rounded-2xl bg-accent px-4 py-2 text-lg font-semibold text-accent-content outline-none"
    >
      {text}
    </p>
  );
}

/** A question stands above what was tapped, which may have been scrolled to; an Enter too many does not answer it. */
const focusInView = (element: HTMLElement | null): void => element?.focus();

/** The change to give is that of the last part; the screen reckons it from the whole. Exported for its test. */
export function resultOf(order: Order): PaidResult {
  const last = order.tenders?.at(-1);
  const changeCents = last === undefined ? 0 : changeOfTender(last);
  return { kind: 'paid', order, receivedCents: changeCents === 0 ? null : order.totalCents + changeCents };
}
