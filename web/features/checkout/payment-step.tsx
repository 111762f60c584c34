// Pagamento, right after the order was placed.
import { formatCode } from '@balcao/shared/order/code.ts';
import { useCheckoutEnd } from './checkout-end.ts';
import { Payment } from './payment/payment.tsx';
import { Icon } from '../../ui/icon.tsx';

export function PaymentStep({ code, onBack }: { code: string; onBack: () => void }) {
  const end = useCheckoutEnd(code);
  return (
    <>
      <p className="mb-4 flex items-center gap-2 rounded-2xl bg-success px-4 py-3 font-semibold text-success-content">
        <Icon name="circle-check" className="size-5 shrink-0" />
        <span>
          Pedido criado! Código <span className="numbers">{formatCode(code)}</span>
        </span>
      </p>
      <Payment code={code} onBack={onBack} onDone={end} />
    </>
  );
}
