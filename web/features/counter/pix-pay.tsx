// Offline PIX: the store's own static code with the amount. Nobody confirms it but the person who sees the receipt.
import type { PixCode } from '@balcao/shared/http/pix.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useEffect, useRef, useState } from 'react';
import { call, sentenceOf } from '../../data/request.ts';
import { focusAtOpening } from '../../ui/staff/focus-at-opening.ts';
import { QrCode } from '../../ui/staff/qr-code.tsx';

type Props = {
  orderOf: () => Promise<{ order: Order }>;
  /** A part of what the order costs; all of it where it is not said. */
  cents?: number;
  busy: boolean;
  onReceived: () => void;
};

export function PixPay({ orderOf, cents, busy, onReceived }: Props) {
  const [code, setCode] = useState<PixCode | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const newest = useRef(orderOf);
  newest.current = orderOf;

  useEffect(() => {
    let gone = false;
    const ask = async () => {
      setFailed(null);
      try {
        const { order } = await newest.current();
        const reply = await call('GET /api/staff/orders/{id}/pix-code', {
          params: { id: order.id },
          ...(cents === undefined ? {} : { query: { cents: String(cents) } }),
        });
        if (!gone) setCode(reply);
      } catch (error) {
        if (!gone) setFailed(sentenceOf(error));
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [turn, cents]);

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
  if (!code)
    return (
      <div
        ref={focusAtOpening}
        tabIndex={-1}
        className="skeleton mx-auto size-72 outline-none"
        role="status"
        aria-label="Gerando o código"
      />
    );
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
        <p>Confira no seu banco, ou no comprovante do cliente, antes de confirmar.</p>
        <button type="button" className="btn btn-success h-20 text-xl!" disabled={busy} onClick={onReceived}>
          Recebi o PIX
        </button>
      </div>
    </div>
  );
}
