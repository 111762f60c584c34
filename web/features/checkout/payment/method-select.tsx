// The methods that can be used on this host now, as the shop named them.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Method } from './payable-order.ts';

const ICONS = { pix: 'qr-code', credit_card: 'credit-card', cash: 'banknote' } as const;
const FALLBACK_TEXTS = {
  pix: 'Aprovação na hora',
  credit_card: 'Crédito ou débito, pelo Mercado Pago',
  cash: 'Pague no balcão ao retirar',
} as const;

/** What one recognises one's own way to pay by. */
const MARKS = { pix: ['PIX'], credit_card: ['Visa', 'Mastercard', 'Elo', 'Amex'], cash: [] } as const;

type Props = {
  title: string;
  methods: StoreInfo['paymentMethods'];
  loading: boolean;
  onChoose: (method: Method) => void;
};

export function MethodSelect({ title, methods, loading, onChoose }: Props) {
  if (loading)
    return (
      <div role="status" aria-label="Carregando as formas de pagamento" className="skeleton h-56 w-full" />
    );
  if (methods.length === 0) {
    return (
      <p className="rounded-2xl bg-warning px-4 py-3 text-warning-content">
        Nenhuma forma de pagamento disponível agora. Seu pedido está guardado: fale com o balcão.
      </p>
    );
  }
  return (
    <section aria-labelledby="forma">
      <h2 id="forma" className="mb-3 text-2xl">
        {title}
      </h2>
      <ul className="flex flex-col gap-3">
        {methods.map(({ method, displayName, description }) => {
          const icon = ICONS[method];
          return (
            <li key={method}>
              <button
                type="button"
                onClick={() => onChoose(method)}
                className="flex min-h-20 w-full flex-wrap items-center gap-4 rounded-2xl border-2 border-base-300 bg-base-100 px-4 py-3 text-left transition-colors hover:border-primary"
              >
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent text-accent-content">
                  <Icon name={icon} className="size-6" />
                </span>
                <span className="min-w-0 flex-1 basis-[10rem]">
                  <span className="block font-display text-lg leading-tight font-bold">{displayName}</span>
                  <span className="block text-sm text-base-content/75">
                    {description ?? FALLBACK_TEXTS[method]}
                  </span>
                  <span aria-hidden className="mt-1 flex flex-wrap gap-1 empty:hidden">
                    {MARKS[method].map((mark) => (
                      <span
                        key={mark}
                        className="rounded-md border border-base-content/30 px-1.5 text-xs font-bold"
                      >
                        {mark}
                      </span>
                    ))}
                  </span>
                </span>
                <Icon name="chevron-right" className="ml-auto size-5 shrink-0" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
