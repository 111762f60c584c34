// Card: the provider's own form, which hands over a token; a card number never comes near our servers. The form needs https:
// on the store's plain http the order is paid on the relay's page, proved by its tracking token after the '#'.
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { tokenOf } from '../../../data/kept-orders.ts';
import { storeAtom } from '../../../data/shop.ts';
import { cardText, cardTitle } from './card-texts.ts';
import { PAYMENT_TEXTS } from './texts.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { useCardPayment, type CardAnswer } from './use-card-payment.ts';
import { ViewFrame } from './view-frame.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PayableOrder } from './payable-order.ts';

const CardForm = lazy(() => import('./card-form.tsx'));

type Props = { order: PayableOrder; onApproved: () => void; onBack: () => void };

export default function CardView(props: Props) {
  const store = useAtomValue(storeAtom);
  const token = tokenOf(props.order.code);
  if (store?.host === 'store') {
    return (
      <ViewFrame title="Pagar com cartão" onBack={props.onBack}>
        {store.publicUrl && token ? (
          <>
            <p>O cartão é pago em uma página segura. Depois de pagar, este pedido avança sozinho.</p>
            <a
              className="btn btn-primary btn-lg mt-4 w-full"
              href={`${store.publicUrl}/pedido/pagamento/${props.order.code}#${token}`}
              target="_blank"
              rel="noopener"
            >
              Abrir a página segura <Icon name="external-link" className="size-5" />
            </a>
          </>
        ) : (
          <p role="alert">{PAYMENT_TEXTS.card.notStarted}</p>
        )}
      </ViewFrame>
    );
  }
  return <OnlineCard {...props} />;
}

function OnlineCard({ order, onApproved, onBack }: Props) {
  const failure = useFailureToast();
  const [failed, setFailed] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const { answer, pay, busy } = useCardPayment(order.code, onApproved);

  const fail = (title: string, text: string) => {
    setFailed(text);
    failure.tell({ title, text });
  };

  return (
    <ViewFrame title="Pagar com cartão" onBack={onBack}>
      {answer && <Outcome answer={answer} />}
      {failed && (
        <p role="alert" className="mb-3 rounded-2xl bg-error px-4 py-3 text-error-content">
          {failed}
        </p>
      )}
      {answer?.status === 'in_process' || answer?.status === 'approved' ? null : (
        <>
          <p className="mb-3">
            Total <strong className="numbers">{formatCents(order.totalCents)}</strong>. Os dados vão direto
            para o Mercado Pago.
          </p>
          {busy && (
            <p role="status" className="mb-2 font-semibold">
              Processando o pagamento…
            </p>
          )}
          <Suspense
            fallback={
              <div
                role="status"
                aria-label="Carregando o formulário do cartão"
                className="skeleton h-112 w-full"
              />
            }
          >
            <CardForm
              key={round}
              amountCents={order.totalCents}
              onPay={async (card) => {
                setFailed(null);
                failure.clear();
                const outcome = await pay(card);
                if (outcome.kind === 'failed') {
                  fail(PAYMENT_TEXTS.card.toast, outcome.message);
                  throw new Error(outcome.message);
                }
                if (outcome.answer.status === 'rejected' || outcome.answer.status === 'cancelled') {
                  failure.tell({ title: PAYMENT_TEXTS.card.toast, text: cardText(outcome.answer) });
                  // A token is good for one try: the next one needs a fresh form.
                  setRound((before) => before + 1);
                }
              }}
              onTrouble={(trouble) => {
                switch (trouble) {
                  case 'no-token':
                    return fail(PAYMENT_TEXTS.card.toast, PAYMENT_TEXTS.card.noToken);
                  case 'form':
                    return fail(PAYMENT_TEXTS.card.form.title, PAYMENT_TEXTS.card.form.text);
                  case 'not-configured':
                    return fail(
                      PAYMENT_TEXTS.card.notConfigured.title,
                      PAYMENT_TEXTS.card.notConfigured.text,
                    );
                  case 'not-started':
                    return fail(PAYMENT_TEXTS.card.toast, PAYMENT_TEXTS.card.notStarted);
                }
              }}
            />
          </Suspense>
        </>
      )}
    </ViewFrame>
  );
}

function Outcome({ answer }: { answer: CardAnswer }) {
  const card = useRef<HTMLDivElement>(null);
  // The button that was pressed is a screen further down.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'center' });
  }, [answer]);
  const isApproved = answer.status === 'approved';
  const isInProcess = answer.status === 'in_process';
  return (
    <div
      ref={card}
      role="alert"
      className={`mb-4 rounded-2xl px-4 py-3 ${isApproved ? 'bg-success text-success-content' : isInProcess ? 'bg-warning text-warning-content' : 'bg-error text-error-content'}`}
    >
      <p className="font-bold">{isApproved ? 'Pagamento aprovado!' : cardTitle(answer.status)}</p>
      <p>{cardText(answer)}</p>
    </div>
  );
}
