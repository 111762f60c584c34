// A menu with something in every field, for walks that write down what is shown of it. Two of everything that there may be two of.
import { PAYMENT_METHODS, type Catalog } from '@balcao/shared/menu/menu.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { sha256 } from './store-log.ts';

/** What the logo and the cup's picture are, and by which name they are asked for. */
export const LOGO = new TextEncoder().encode('the logo');
export const CUP = new TextEncoder().encode('the cup');
export const LOGO_HASH = sha256(LOGO);
export const CUP_HASH = sha256(CUP);

/** The same without pictures, which a relay copies when it finds time for it. */
export function pictureless(menu: Catalog = fullMenu()): Catalog {
  const bare = <T extends { image: string | null }>(products: readonly T[]): T[] =>
    products.map((product) => ({ ...product, image: null }));
  return {
    ...menu,
    products: bare(menu.products),
    wholesaleProducts: bare(menu.wholesaleProducts),
    settings: { ...menu.settings, logo: null },
  };
}

export function fullMenu(settings: Partial<Catalog['settings']> = {}): Catalog {
  const sample = sampleCatalog({
    storeName: 'Açaí da Praça',
    storeAddress: 'Rua das Palmeiras, 12',
    storePhone: '(11) 3333-4444',
    legalName: 'Açaí da Praça Ltda.',
    taxId: '12.345.678/0001-95',
    instagramUrl: 'https://instagram.com/acaidapraca',
    whatsappUrl: 'https://wa.me/5511933334444',
    logo: LOGO_HASH,
    openingHoursText: 'Todo dia, a noite toda',
    wholesaleMinimumCents: 10_000,
    wholesaleDeliveryWeekdays: [2, 5],
    wholesaleLeadDays: 2,
    wholesaleTerms: '14 dias',
    ...settings,
  });
  const wholesale = sampleWholesale();
  const [acai, cupuacu] = sample.bases;
  const [ninho, morango, uva] = sample.iceCreams;
  const [cup, free, water] = sample.products;
  const [bucket, cones, old] = wholesale.wholesaleProducts;
  const [banana, ...toppings] = sample.toppings;
  if (
    !acai ||
    !cupuacu ||
    !ninho ||
    !morango ||
    !uva ||
    !cup ||
    !free ||
    !water ||
    !bucket ||
    !cones ||
    !old ||
    !banana
  )
    throw new Error('the sample has them');
  return {
    ...sample,
    ...wholesale,
    bases: [{ ...acai, description: 'Batido na hora', color: '#4b1d52', allergens: ['leite'] }, cupuacu],
    iceCreams: [
      {
        ...ninho,
        description: 'De leite em pó',
        color: '#fff4dc',
        allergens: ['leite', 'soja'],
        position: 2,
      },
      { ...morango, allergens: [], position: 1 },
      uva,
    ],
    toppings: [{ ...banana, color: '#f5d76e', allergens: [] }, ...toppings],
    categories: [
      ...sample.categories,
      { id: 'bebidas', name: 'Bebidas', description: 'Geladas', position: 1, active: true },
    ],
    products: [
      {
        ...cup,
        description: 'Com calda quente',
        image: CUP_HASH,
        accompaniments: ['Calda', 'Wafer'],
        allergens: ['leite'],
      },
      free,
      { ...water, categoryId: 'bebidas' },
    ],
    paymentMethods: [
      { id: 'cash', ...PAYMENT_METHODS.cash },
      { id: 'pix', ...PAYMENT_METHODS.pix },
      { id: 'credit_card', ...PAYMENT_METHODS.credit_card, enabled: true },
    ],
    wholesaleProducts: [
      {
        ...bucket,
        description: 'Congelado',
        image: CUP_HASH,
        tiers: [
          { from: 5, priceCents: 11_000 },
          { from: 10, priceCents: 10_000 },
        ],
      },
      cones,
      old,
    ],
    wholesaleFields: [
      { id: 'name', enabled: true, required: true },
      { id: 'phone', enabled: true, required: true },
      { id: 'cpf_cnpj', enabled: true, required: false },
      { id: 'address', enabled: true, required: false },
      { id: 'observations', enabled: false, required: false },
    ],
  };
}
