// A card at the counter: the amount is sent to the shop's terminal and its result comes by itself; or it is typed there, and confirmed by hand.
import type { TerminalPayment } from '@balcao/shared/http/terminals.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order, TerminalCard } from '@balcao/shared/order/order.ts';
import { isTerminalOver, type TerminalState } from '@balcao/shared/payment/terminal.ts';
import { useState } from 'react';
import { call } from '../../data/request.ts';
import { useAction } from '../../data/staff/action.ts';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { CardKinds } from './card-kinds.tsx';
import { MoneyAwaited, MoneyCame } from './money-came.tsx';
import { useTerminalPayment } from './use-terminal-payment.ts';
import { useTerminals } from './use-terminals.ts';

const SEND_MS_MAX = 15_000;

type Props = {
  totalCents: number;
  /** Of a part the id that it will have; `totalCents` is what the part is then. */
  partId?: () => string;
  /** What is asked for next is another part than this one. */
  onLeavePart?: (() => void) | undefined;
  orderOf: () => Promise<{ order: Order }>;
  busy: boolean;
  onPaid: (order: Order) => void;
  /** Somebody saw on the terminal that it approved. */
  onByHand: (card: TerminalCard) => void;
  /** Another way is to be chosen; none where what stands around this leads back to the ways. */
  onLeave?: (() => void) | undefined;
};
type Sent = { order: Order; payment: TerminalPayment; name: string; partId: string | undefined };

export function TerminalPay(props: Props) {
  const { totalCents, partId, onLeavePart, orderOf, busy, onPaid, onByHand, onLeave } = props;
  const reply = useTerminals();
  const action = useAction();
  const [sent, setSent] = useState<Sent | null>(null);
  const send = (terminal: { id: string; name: string }) =>
    void action.run(null, async () => {
      const { order } = await orderOf();
      const part = partId?.();
      const payment = await call('POST /api/staff/orders/{id}/terminal', {
        params: { id: order.id },
        body: {
          terminalId: terminal.id,
          ...(part === undefined ? {} : { part: { id: part, cents: totalCents } }),
        },
        timeoutMs: SEND_MS_MAX,
      });
      setSent({ order, payment, name: terminal.name, partId: part });
    });
  const failure = action.failed !== null && (
    <p role="alert" className="text-lg font-semibold text-error">
      {action.failed}
    </p>
  );
  if (sent !== null)
    return (
      <>
        <AtTerminal
          key={sent.payment.attemptId}
          sent={sent}
          busy={busy || action.busy}
          onPaid={onPaid}
          onLeavePart={onLeavePart}
          onByHand={onByHand}
          onAgain={() => send({ id: sent.payment.terminalId, name: sent.name })}
          onLeave={onLeave}
        />
        {failure}
      </>
    );
  const terminals = reply?.terminals ?? [];
  return (
    <div className="flex flex-col gap-3">
      {reply === null && (
        <div className="skeleton h-24 w-full" role="status" aria-label="Procurando a maquininha" />
      )}
      {terminals.map((terminal) => (
        <button
          key={terminal.id}
          type="button"
          className="btn btn-success h-24 w-full text-2xl!"
          disabled={busy || action.busy}
          onClick={() => send(terminal)}
        >
          {action.busy && <span aria-hidden className="loading loading-spinner" />}
          {terminals.length === 1 ? 'Enviar para a maquininha' : `Enviar para ${terminal.name}`}
        </button>
      ))}
      {reply?.isMissed && (
        <p role="status" className="font-semibold">
          Sem conexão agora: o valor não vai sozinho para a maquininha.
        </p>
      )}
      {failure}
      <p ref={focusAtOpening} tabIndex={-1} className="text-lg outline-none">
        {terminals.length > 0
          ? `Ou digite ${formatCents(totalCents)} na maquininha. Quando aprovar, toque no tipo do cartão:`
          : `Passe ${formatCents(totalCents)} na maquininha. Quando aprovar, toque no tipo do cartão:`}
      </p>
      <CardKinds busy={busy || action.busy} onCard={onByHand} />
    </div>
  );
}

const WAITING: Record<
  Exclude<TerminalState, 'approved' | 'returned' | 'refused' | 'cancelled' | 'expired'>,
  string
> = {
  sending: 'Enviando para a maquininha…',
  sent: 'Enviado. Se o valor não aparecer, toque em atualizar na maquininha.',
  shown: 'O valor está na maquininha. O resultado chega sozinho.',
  checking: 'A maquininha não disse como terminou. O Mercado Pago está sendo consultado: não cobre de novo.',
};

/** Nothing more comes by itself: whose money it is, or how much, was not proved. */
const SET_ASIDE =
  'O dinheiro veio e está separado: não deu para comprovar que é deste pedido. Não cobre de novo: um administrador aceita ou devolve em Pagamentos.';

type AtTerminalProps = Pick<Props, 'busy' | 'onLeavePart' | 'onPaid' | 'onByHand' | 'onLeave'> & {
  sent: Sent;
  onAgain: () => void;
};

function AtTerminal({ sent, busy, onPaid, onLeavePart, onByHand, onAgain, onLeave }: AtTerminalProps) {
  const { order, payment: begun, name, partId } = sent;
  const { state, money, payment, isAskedBack, takeBack, action } = useTerminalPayment(
    order,
    begun,
    onPaid,
    partId,
  );
  const [byHand, setByHand] = useState(false);
  const tryAgain = () => {
    // The books may have the part that went back.
    if (state === 'returned') onLeavePart?.();
    onAgain();
  };
  if (money === 'paid') return <MoneyCame text="Pago na maquininha" />;
  if (money !== 'none') return <MoneyAwaited hasRoom={money === 'came'} onNoRoom={onLeavePart} />;
  if (isTerminalOver(state))
    return (
      <TerminalEnd
        state={state}
        detail={payment.statusDetail}
        isPart={partId !== undefined}
        busy={busy}
        onAgain={tryAgain}
        onLeave={onLeave}
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusAtOpening} tabIndex={-1} className="text-2xl font-bold outline-none">
        Peça para passar o cartão na maquininha
      </p>
      <p className="numbers text-4xl font-extrabold">{formatCents(payment.amountCents)}</p>
      <AmountState
        state={state}
        name={name}
        isSetAside={payment.isSetAside === true}
        isAskedBack={isAskedBack}
      />
      {state === 'sending' && (
        <button type="button" className="btn h-14" disabled={busy} onClick={onAgain}>
          Enviar de novo
        </button>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <button type="button" className="btn h-14" disabled={busy || action.busy} onClick={takeBack}>
          Tirar da maquininha
        </button>
        <button
          type="button"
          className="btn btn-ghost h-14"
          aria-expanded={byHand}
          onClick={() => setByHand(!byHand)}
        >
          Confirmar à mão
        </button>
      </div>
      {action.failed !== null && (
        <p role="alert" className="text-lg font-semibold text-error">
          {action.failed}
        </p>
      )}
      {byHand && (
        <>
          <p className="text-lg">
            Só se a maquininha mostrou <strong>aprovado</strong> e esta tela não soube:
          </p>
          <CardKinds busy={busy} onCard={onByHand} />
        </>
      )}
    </div>
  );
}

type AmountStateProps = { state: TerminalState; name: string; isSetAside: boolean; isAskedBack: boolean };

/** What the terminal does with the amount. */
function AmountState({ state, name, isSetAside, isAskedBack }: AmountStateProps) {
  return (
    <p role="status" className="flex items-center gap-3 text-lg">
      {!isSetAside && <span aria-hidden className="loading loading-spinner" />}
      <span>
        {isSetAside
          ? SET_ASIDE
          : isAskedBack && state === 'shown'
            ? 'A maquininha está largando o valor. Se não largar, cancele nela, na tecla vermelha.'
            : WAITING[state as keyof typeof WAITING]}{' '}
        <span className="opacity-80">({name})</span>
      </span>
    </p>
  );
}

type TerminalEndProps = Pick<Props, 'busy' | 'onLeave'> & {
  state: TerminalState;
  detail: string | null;
  isPart: boolean;
  onAgain: () => void;
};

/** It came to an end without the money: why, and what can be done. */
function TerminalEnd({ state, detail, isPart, busy, onAgain, onLeave }: TerminalEndProps) {
  return (
    <div className="flex flex-col gap-3">
      <p ref={focusAtOpening} tabIndex={-1} role="alert" className="text-2xl font-bold outline-none">
        {endOf(state, detail)}
      </p>
      <p className="text-lg">{whatToKnow(state, detail, isPart)}</p>
      <button type="button" className="btn btn-success h-20 text-xl!" disabled={busy} onClick={onAgain}>
        Enviar de novo
      </button>
      {onLeave && (
        <button type="button" className="btn h-14" disabled={busy} onClick={onLeave}>
          Pagar de outro jeito
        </button>
      )}
    </div>
  );
}

const REASONS: Partial<Record<string, string>> = {
  cc_rejected_insufficient_amount: 'sem limite ou saldo',
  cc_rejected_bad_filled_security_code: 'senha ou código errado',
  cc_rejected_call_for_authorize: 'o banco pede que o cliente autorize a compra',
  cc_rejected_card_disabled: 'cartão desativado',
  cc_rejected_max_attempts: 'tentativas demais com este cartão',
  cc_rejected_high_risk: 'recusado por segurança',
  cc_rejected_invalid_installments: 'parcelas não aceitas',
};

/** The provider found nothing under the order's name, and says nothing of what the terminal shows. */
const NEVER_CREATED = 'never_created';

/** What to know of an amount that was not paid; exported for its test. */
export function whatToKnow(state: TerminalState, detail: string | null, isPart: boolean): string {
  // Other parts of the order may be paid.
  if (state === 'returned')
    return isPart ? 'Esta parte continua sem pagamento.' : 'O pedido continua sem pagamento.';
  return detail === NEVER_CREATED
    ? 'Veja na maquininha antes de enviar de novo: se o valor estiver nela, cancele na tecla vermelha.'
    : 'Nada foi cobrado.';
}

/** Why an amount came to no money; exported for its test. */
export function endOf(state: TerminalState, detail: string | null): string {
  if (state === 'returned') return 'O valor foi pago e já voltou ao cliente.';
  if (detail === NEVER_CREATED) return 'O valor não chegou à maquininha.';
  if (state === 'cancelled') return 'Cancelado na maquininha.';
  if (state === 'expired') return 'Ninguém passou o cartão a tempo.';
  const reason = REASONS[detail ?? ''];
  return reason === undefined ? 'Cartão recusado.' : `Cartão recusado: ${reason}.`;
}
