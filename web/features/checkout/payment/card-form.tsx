// The provider's card form. Loaded only when someone pays by card; its script comes from the provider's own host.
import { CardPayment, initMercadoPago } from '@mercadopago/sdk-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../data/request.ts';
import { isCardDocument } from './card-form-document.ts';
import type { CardData } from './use-card-payment.ts';

export type CardTrouble = 'no-token' | 'form' | 'not-configured' | 'not-started';
type Props = {
  amountCents: number;
  /** Throws when the form should stay as it is. */
  onPay: (card: CardData) => Promise<void>;
  onTrouble: (trouble: CardTrouble) => void;
};

const PROVIDER_SCRIPT = 'https://sdk.mercadopago.com/js/v2';
const LOAD_MS_MAX = 20_000;

export default function CardForm({ amountCents, onPay, onTrouble }: Props) {
  const [ready, setReady] = useState<'configuring' | 'drawing' | 'shown' | 'failed'>('configuring');
  const handlers = useRef({ onPay, onTrouble });
  useEffect(() => {
    handlers.current = { onPay, onTrouble };
  });

  useEffect(() => {
    // The step and the chosen method are kept: the same screen comes back, as a document that lets the form in.
    if (!isCardDocument()) {
      location.reload();
      return;
    }
    let wanted = true;
    const fail = (trouble: CardTrouble, error: unknown) => {
      console.warn('the card form could not be prepared', error);
      if (!wanted) return;
      setReady('failed');
      handlers.current.onTrouble(trouble);
    };
    void call('GET /api/payments/public-key').then(
      async ({ publicKey, sdkUrl }) => {
        if (!publicKey) return fail('not-configured', new Error('no public key'));
        try {
          await loadScript(sdkUrl);
        } catch (error) {
          return fail('not-started', error);
        }
        initMercadoPago(publicKey, { locale: 'pt-BR' });
        if (wanted) setReady('drawing');
      },
      (error: unknown) => fail('not-configured', error),
    );
    return () => {
      wanted = false;
    };
  }, []);

  // The form is drawn anew whenever one of these is a new object.
  const stable = useMemo(
    () => ({
      initialization: { amount: amountCents / 100 },
      customization: {
        visual: { hideFormTitle: true, style: { theme: 'default' as const } },
      },
      onReady: () => setReady('shown'),
      onError: (error: { type?: string }) => {
        console.warn('the card form reported', error);
        handlers.current.onTrouble(error.type === 'critical' ? 'not-started' : 'form');
      },
      onSubmit: async (data: SubmittedCard) => {
        if (!data.token) {
          handlers.current.onTrouble('no-token');
          throw new Error('the card form gave no token');
        }
        await handlers.current.onPay(cardOf(data));
      },
    }),
    [amountCents],
  );

  if (ready === 'failed') return null;
  return (
    <div className="min-h-112">
      {ready !== 'shown' && (
        <div role="status" aria-label="Carregando o formulário do cartão" className="skeleton h-112 w-full" />
      )}
      {ready !== 'configuring' && <CardPayment locale="pt-BR" {...stable} />}
    </div>
  );
}

type SubmittedCard = {
  token?: string;
  issuer_id?: string;
  payment_method_id?: string;
  installments?: number;
  payer?: { email?: string; identification?: { type?: string; number?: string } };
};

function cardOf({
  token = '',
  issuer_id,
  payment_method_id = '',
  installments,
  payer,
}: SubmittedCard): CardData {
  const { type, number } = payer?.identification ?? {};
  return {
    token,
    issuer_id: issuer_id || null,
    payment_method_id,
    installments: installments ?? 1,
    payer: {
      email: payer?.email ?? '',
      first_name: 'Cliente',
      ...(type && number ? { identification: { type, number } } : {}),
    },
  };
}

/** The library loads the provider's own script by itself; another address (the simulator's) has to be there before. */
async function loadScript(url: string): Promise<void> {
  if (url === '' || url.startsWith(PROVIDER_SCRIPT) || 'MercadoPago' in window) return;
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    const timer = setTimeout(() => reject(new Error('the card script took too long')), LOAD_MS_MAX);
    script.src = url;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error('the card script did not load'));
    });
    document.head.append(script);
  });
}
