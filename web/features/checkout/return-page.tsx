// /pedido/retorno: where a payment provider sends customers back to. What stands in the address proves nothing; the order does.
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { readStored } from '../../data/device.ts';
import { readOrder } from '../../data/orders.ts';
import { ApiError } from '../../data/request.ts';
import { Cup, CUP_COLORS, type CupContent } from '../../ui/cup.tsx';
import { NoticePage } from '../../ui/notice-page.tsx';
import { useTitle } from '../../ui/title.ts';
import { useCheckoutEnd } from './checkout-end.ts';
import { claimedOutcome, RETURN_TEXTS, type ReturnOutcome } from './return-outcome.ts';
import { Icon } from '../../ui/icon.tsx';

const YOURS: CupContent = {
  shape: 'copo',
  base: CUP_COLORS.base,
  iceCreams: [CUP_COLORS.iceCream],
  toppings: [],
};

const REDIRECT_MS = 2_000;
const LOOK_MS = 3_000;

const LOOKS = {
  approved: { icon: 'circle-check', tone: 'text-success' },
  rejected: { icon: 'circle-x', tone: 'text-error' },
  pending: { icon: 'clock', tone: 'text-base-content' },
  error: { icon: 'circle-alert', tone: 'text-error' },
} as const;

export default function ReturnPage() {
  const [params] = useSearchParams();
  const [code] = useState(() => readStored('orderCode'));
  const end = useCheckoutEnd(code ?? '');
  const claimed = claimedOutcome(params);
  // 'Approved' is a claim until the order says so.
  const [outcome, setOutcome] = useState<ReturnOutcome>(claimed === 'approved' ? 'pending' : claimed);
  useTitle(RETURN_TEXTS[outcome].title);

  useEffect(() => {
    if (code === null || outcome === 'approved') return;
    const look = async () => {
      try {
        const view = await readOrder(code);
        if (view.access === 'whole' && view.order.paymentStatus === 'approved') setOutcome('approved');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        console.warn('the order could not be read', error.problem.code);
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [code, outcome]);

  useEffect(() => {
    if (outcome !== 'approved' || code === null) return;
    const timer = setTimeout(end, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [outcome, code, end]);

  const { icon, tone } = LOOKS[outcome];
  return (
    <div aria-live="polite" className="contents">
      <NoticePage
        title={RETURN_TEXTS[outcome].title}
        text={RETURN_TEXTS[outcome].text}
        picture={
          <span className="relative">
            <Cup content={YOURS} label="" className="h-44 text-base-content short:h-24" />
            <Icon
              name={icon}
              className={`absolute -right-4 bottom-0 size-14 rounded-full bg-base-200 ${tone}`}
            />
          </span>
        }
      >
        {outcome !== 'approved' && code !== null && (
          <Link to={`/pedido/pagamento/${code}`} className="btn btn-primary btn-lg">
            {outcome === 'rejected' ? 'Tentar de novo' : 'Ver o pagamento'}
          </Link>
        )}
        <Link to="/meu-pedido" className={`btn ${code === null ? 'btn-primary btn-lg' : 'btn-ghost'}`}>
          Acompanhar Pedido
        </Link>
        <Link to="/" className="btn btn-ghost">
          Início
        </Link>
      </NoticePage>
    </div>
  );
}
