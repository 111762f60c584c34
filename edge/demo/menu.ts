// A real-looking açaí shop for `npm start` and tests: what it sells, what that costs, how it presents itself.
import type { Catalog, PaymentSetting } from '@balcao/shared/menu/menu.ts';
import { BASES, ICE_CREAMS, SIZES, TOPPINGS } from './ingredients.ts';
import { CATEGORIES, products } from './products.ts';
import { wholesaleCatalog } from './wholesale.ts';

const PAYMENT_METHODS: PaymentSetting[] = [
  {
    id: 'pix',
    enabled: true,
    displayName: 'PIX',
    description: 'Aprovado na hora, com o QR Code ou copia e cola',
    position: 0,
  },
  {
    id: 'credit_card',
    enabled: true,
    displayName: 'Cartão de Crédito',
    description: 'Pague agora, com segurança, pelo Mercado Pago',
    position: 1,
  },
  {
    id: 'cash',
    enabled: true,
    displayName: 'Dinheiro',
    description: 'Pague no balcão ao retirar',
    position: 2,
  },
];

/** The demo's catalogue. `pictures`: the image of each product by its id, and of the shop under 'logo'. */
export function demoCatalog(pictures: Record<string, string>): Catalog {
  return {
    sizes: SIZES,
    bases: BASES,
    iceCreams: ICE_CREAMS,
    toppings: TOPPINGS,
    categories: CATEGORIES,
    products: products(pictures),
    paymentMethods: PAYMENT_METHODS,
    ...wholesaleCatalog(pictures),
    settings: {
      storeName: 'Açaí da Praça',
      storeAddress: 'Praça das Mangueiras, 128 – Centro',
      storePhone: '(11) 5555-0128',
      legalName: 'Açaí da Praça Ltda.',
      taxId: '11.222.333/0001-81',
      instagramUrl: 'https://www.instagram.com/acaidapraca.exemplo',
      whatsappUrl: 'https://wa.me/5511955550128',
      logo: pictures['logo'] ?? null,
      openingHoursText: '',
      // Day and night: a demo takes orders whenever somebody tries it.
      openingHours: {
        weekly: Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '00:00' }]),
        holidays: [],
      },
      specialDiscountPercent: 5,
      enableTacaMontada: true,
      attendantDiscountPercentMax: 10,
      panelNames: false,
      kitchenWarnMinutes: 5,
      kitchenLateMinutes: 8,
      stations: [],
      remoteCashMinutes: 45,
      unpaidPerPhoneMax: 3,
      unpaidPerAddressMax: 6,
      unpaidPerLanAddressMax: 12,
      remoteCashOrdersMax: 60,
      feePercents: {},
      wholesaleMinimumCents: 0,
      wholesaleDeliveryWeekdays: [],
      wholesaleLeadDays: 1,
      wholesaleTerms: '',
      pausedUntilMs: null,
    },
  };
}
