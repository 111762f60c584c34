// PIX at the counter. With internet the provider's code, which is paid by itself; else the shop's own static one, which somebody finds later.
import type { CounterPix } from '@balcao/shared/http/counter-pix.ts';
import type { PixCode } from '@balcao/shared/http/pix.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useEffect, useRef, useState } from 'react';
import { call, sentenceOf } from '../../data/request.ts';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { QrCode } from '../../ui/staff/qr-code.tsx';
import { MoneyAwaited, MoneyCame } from './money-came.tsx';
import { useProvedPix } from './use-proved-pix.ts';

type Props = {
  orderOf: () => Promise<{ order: Order }>;
  /** What of the order is paid; all of it where it is not said. */
  cents?: number;
  /** Of a part, or a difference: the id that it will have. */
  partId?: () => string;
  /** What is asked for next is another part than this one. */
  onLeavePart?: (() => void) | undefined;
  busy: boolean;
  onPaid?: (order: Order) => void;
  onReceived: () => void;
};
type Shown = { order: Order; pix: CounterPix; partId: string | undefined };

/** What of the order is asked for: nothing of it, all of it. */
const queryOf = (cents?: number, part?: string) =>
  part === undefined || cents === undefined ? {} : { part, cents: String(cents) };

const askOwnCode = (order: Order, cents?: number, part?: string): Promise<PixCode> =>
  call('GET /api/staff/orders/{id}/pix-code', { params: { id: order.id }, query: queryOf(cents, part) });

const askPix = (order: Order, cents?: number, part?: string): Promise<CounterPix> =>
  call('POST /api/staff/orders/{id}/counter-pix', { params: { id: order.id }, query: queryOf(cents, part) });

export function PixPay(props: Props) {
  const { orderOf, cents, partId, onLeavePart, busy, onPaid, onReceived } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const newest = useRef(orderOf);
  newest.current = orderOf;
  const part = useRef(partId);
  part.current = partId;

  useEffect(() => {
    let gone = false;
    const ask = async () => {
      setFailed(null);
      try {
        const { order } = await newest.current();
        const id = part.current?.();
        const pix = await askPix(order, cents, id);
        if (!gone) setShown({ order, pix, partId: id });
      } catch (error) {
        if (!gone) setFailed(sentenceOf(error));
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [turn, cents]);

  const showOwnCode = async (order: Order) => {
    try {
      // The provider's code may be paid all the same, beside this one: what is said of this one is another part.
      onLeavePart?.();
      const code = await askOwnCode(order, cents, partId?.());
      setShown({ order, pix: { kind: 'static', code, why: 'provider' }, partId: undefined });
    } catch (error) {
      setFailed(sentenceOf(error));
    }
  };

  if (failed !== null) {
    return (
      <div role="alert" className="flex flex-col gap-3">
        <p className="text-lg">{failed}</p>
        <button type="button" className="btn h-16" onClick={() => setTurn(turn + 1)}>
          Tentar de novo
        </button>
      </div>
    );
  }
  if (!shown)
    return (
      <div
        ref={focusAtOpening}
        tabIndex={-1}
        className="skeleton mx-auto size-72 outline-none"
        role="status"
        aria-label="Gerando o código"
      />
    );
  const { order, pix } = shown;
  if (pix.kind === 'static') return <OwnCode {...pix} busy={busy} onReceived={onReceived} />;
  return (
    <ProvedCode
      key={pix.payment.attemptId}
      order={order}
      pix={pix}
      partId={shown.partId}
      onPaid={onPaid}
      onLeavePart={onLeavePart}
      onAgain={() => {
        setShown(null);
        setTurn(turn + 1);
      }}
      onOwnCode={() => void showOwnCode(order)}
    />
  );
}

type Proved = {
  order: Order;
  pix: Extract<CounterPix, { kind: 'proved' }>;
  partId: string | undefined;
  onPaid: ((order: Order) => void) | undefined;
  onLeavePart: (() => void) | undefined;
  onAgain: () => void;
  onOwnCode: () => void;
};

/** Nothing to tap: it turns green by itself. */
function ProvedCode({
  order,
  pix: { payment, totalCents },
  partId,
  onPaid,
  onLeavePart,
  onAgain,
  onOwnCode,
}: Proved) {
  const state = useProvedPix(order.id, payment.attemptId, (paid) => onPaid?.(paid), partId);
  if (state === 'paid') return <MoneyCame text="PIX recebido" />;
  if (state === 'came' || state === 'no-room')
    return <MoneyAwaited hasRoom={state === 'came'} onNoRoom={onLeavePart} />;
  const isOver = state === 'over';
  return (
    <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
      {!isOver && (
        <QrCode
          text={payment.qrCode}
          label={`QR do PIX de ${formatCents(totalCents)}`}
          className="mx-auto size-80 max-w-full rounded-xl"
        />
      )}
      <div className="flex flex-col gap-3">
        <p ref={focusAtOpening} tabIndex={-1} className="text-lg outline-none" role="status">
          {isOver
            ? 'Este código não vale mais.'
            : 'Mostre o QR ao cliente. Quando o dinheiro chegar, esta tela fica verde sozinha: não é preciso ver comprovante.'}
        </p>
        <p className="numbers text-4xl font-extrabold">{formatCents(totalCents)}</p>
        {isOver ? (
          <button type="button" className="btn btn-primary h-20 text-xl!" onClick={onAgain}>
            Gerar outro código
          </button>
        ) : (
          <p className="flex items-center gap-2 text-lg font-semibold">
            <span aria-hidden className="loading loading-spinner" /> Esperando o pagamento
          </p>
        )}
        <button type="button" className="btn btn-ghost h-12" onClick={onOwnCode}>
          Usar a chave PIX da loja
        </button>
      </div>
    </div>
  );
}

const WHY: Record<Extract<CounterPix, { kind: 'static' }>['why'], string> = {
  away: 'Sem internet agora: este PIX não se confirma sozinho.',
  'no-account': 'Sem conta do Mercado Pago: este PIX não se confirma sozinho.',
  provider: 'Pela chave da loja, este PIX não se confirma sozinho.',
};

type Own = { code: PixCode; why: keyof typeof WHY; busy: boolean; onReceived: () => void };

function OwnCode({ code, why, busy, onReceived }: Own) {
  return (
    <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
      <QrCode
        text={code.brCode}
        label={`QR do PIX de ${formatCents(code.totalCents)}`}
        className="mx-auto size-72 rounded-xl"
      />
      <div className="flex flex-col gap-3">
        {/* Not the button: an Enter too many must not say that money came. */}
        <p ref={focusAtOpening} tabIndex={-1} className="text-lg outline-none">
          Mostre o QR ao cliente. Recebe: <strong>{code.holder}</strong>.
        </p>
        <p className="numbers text-4xl font-extrabold">{formatCents(code.totalCents)}</p>
        <p className="leading-snug">
          {WHY[why]} Confira no seu banco: o pedido segue <strong>não confirmado</strong>, na lista do caixa.
        </p>
        <button type="button" className="btn btn-success h-20 text-xl!" disabled={busy} onClick={onReceived}>
          Recebi o PIX
        </button>
      </div>
    </div>
  );
}
