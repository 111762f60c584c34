// PIX: copia-e-cola first on a phone, the QR code first on a wide screen; goes on by itself when paid.
import { formatCents } from '@balcao/shared/money.ts';
import { useEffect } from 'react';
import { PAYMENT_TEXTS } from './texts.ts';
import { useNow } from '../../../ui/now.ts';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { CopyCode } from './copy-code.tsx';
import { PixQr } from './pix-qr.tsx';
import { usePixPayment } from './use-pix.ts';
import { ViewFrame } from './view-frame.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PayableOrder } from './payable-order.ts';

type Props = { order: PayableOrder; onApproved: () => void; onBack: () => void };

export function PixView({ order, onApproved, onBack }: Props) {
  if (order.code === '') {
    return (
      <ViewFrame title="Pagar com PIX" onBack={onBack}>
        <p role="alert">{PAYMENT_TEXTS.pix.noCode}</p>
      </ViewFrame>
    );
  }
  return <OpenPix order={order} onApproved={onApproved} onBack={onBack} />;
}

function OpenPix({ order, onApproved, onBack }: Props) {
  const failure = useFailureToast();
  const { pix, start, expire } = usePixPayment(order.code, onApproved);
  useEffect(() => {
    if (pix.state === 'rejected') failure.tell(PAYMENT_TEXTS.pix.rejected);
    else if (pix.state === 'failed')
      failure.tell({ title: PAYMENT_TEXTS.pix.failed, text: pix.error.problem.detail });
    // Another code is asked for, or was paid.
    else failure.clear();
  }, [pix, failure]);

  const renderRestart = (label: string) => (
    <button type="button" className="btn btn-primary btn-lg mt-4 w-full" onClick={() => void start()}>
      {label}
    </button>
  );

  return (
    <ViewFrame title="Pagar com PIX" onBack={onBack}>
      <div aria-live="polite">
        {pix.state === 'starting' && (
          <div role="status">
            <p>Gerando seu código PIX…</p>
            <div className="skeleton mt-3 h-64 w-full" />
          </div>
        )}
        {pix.state === 'failed' && (
          <>
            <p className="font-semibold text-error">{PAYMENT_TEXTS.pix.failed}</p>
            <p>{pix.error.problem.detail}</p>
            {renderRestart('Tentar de novo')}
          </>
        )}
        {pix.state === 'rejected' && (
          <>
            <p className="font-semibold text-error">{PAYMENT_TEXTS.pix.rejected.title}</p>
            <p>{PAYMENT_TEXTS.pix.rejected.text}</p>
            {renderRestart('Gerar novo código PIX')}
          </>
        )}
        {pix.state === 'expired' && (
          <>
            <p className="font-semibold">Este código PIX expirou.</p>
            <p>Se você já pagou, espere um instante: o pagamento aparece aqui. Se não, gere outro código.</p>
            {renderRestart('Gerar novo código PIX')}
          </>
        )}
        {pix.state === 'approved' && (
          <>
            <p className="text-xl font-bold text-success">Pagamento aprovado!</p>
            {pix.notFinal ? (
              <p className="mt-1 font-semibold">{PAYMENT_TEXTS.pix.notFinal}</p>
            ) : (
              <p>Avisando a cozinha…</p>
            )}
          </>
        )}
      </div>
      {pix.state === 'open' && (
        <OpenCode
          payment={pix.payment}
          endsAtMs={pix.endsAtMs}
          totalCents={order.totalCents}
          onEnd={expire}
        />
      )}
    </ViewFrame>
  );
}

type OpenCodeProps = {
  payment: Parameters<typeof PixQr>[0]['payment'];
  endsAtMs: number;
  totalCents: number;
  onEnd: () => void;
};

function OpenCode({ payment, endsAtMs, totalCents, onEnd }: OpenCodeProps) {
  return (
    <>
      <Countdown endsAtMs={endsAtMs} onEnd={onEnd} />
      <div className="flex flex-col gap-5 md:flex-row-reverse md:items-start">
        <div className="min-w-0 flex-1">
          <CopyCode code={payment.qrCode} />
          <ol className="mt-3 list-decimal space-y-0.5 pl-5 text-sm">
            <li>Copie o código (ou aponte a câmera do banco para o QR Code).</li>
            <li>No app do banco, escolha PIX Copia e Cola e cole.</li>
            <li>Confira {formatCents(totalCents)} e pague. A tela avança sozinha.</li>
          </ol>
        </div>
        <PixQr payment={payment} />
      </div>
      <p className="mt-4 flex items-center gap-2 text-sm text-base-content/80">
        <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-success" /> Esperando o pagamento…
      </p>
    </>
  );
}

function Countdown({ endsAtMs, onEnd }: { endsAtMs: number; onEnd: () => void }) {
  const leftMs = Math.max(0, endsAtMs - useNow(1_000));
  const over = leftMs === 0;
  useEffect(() => {
    if (over) onEnd();
  }, [over, onEnd]);
  const seconds = Math.ceil(leftMs / 1_000);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2">
      <Icon name="clock" className="size-5" />
      Expira em{' '}
      <span role="timer" className="numbers text-xl font-bold">
        {String(Math.floor(seconds / 60)).padStart(2, '0')}:{String(seconds % 60).padStart(2, '0')}
      </span>
    </p>
  );
}
