// How to find and reach the shop, what it sells, and the tool that clears what this site keeps on the device.
import { isCup } from '@balcao/shared/menu/cup.ts';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { menuAtom, storeAtom } from '../../data/shop.ts';
import { Icon } from '../../ui/icon.tsx';
import { mapUrl } from '../../ui/map-url.ts';

const CacheDialog = lazy(() => import('./cache-dialog.tsx'));

/** Shown where the shop has not filled in a setting. */
const FALLBACK = {
  address: 'Endereço a informar',
  addressByWhatsapp: 'Pergunte o endereço no WhatsApp da loja',
  phone: 'Telefone a informar',
  hours: 'Seg-Dom: 10h às 22h',
  instagram: 'https://www.instagram.com/',
} as const;

const BUTTON =
  'btn btn-outline border-current text-neutral-content hover:bg-neutral-content hover:text-neutral';

function Reach() {
  const store = useAtomValue(storeAtom);
  const phone = store?.phone ?? '';
  const whatsapp = store?.whatsappUrl ?? '';
  return (
    <section aria-labelledby="contato-titulo">
      <h2 id="contato-titulo" className="text-2xl">
        {store?.name ?? 'Contato'}
      </h2>
      <ul className="mt-3 flex min-h-32 flex-col gap-2">
        <li className="flex gap-2.5">
          <Icon name="map-pin" className="mt-0.5 size-5 shrink-0" />
          {store?.address ? (
            <a
              href={mapUrl(store.address)}
              target="_blank"
              rel="noopener"
              className="underline underline-offset-4"
            >
              {store.address}
            </a>
          ) : whatsapp === '' ? (
            FALLBACK.address
          ) : (
            FALLBACK.addressByWhatsapp
          )}
        </li>
        <li className="flex gap-2.5">
          <Icon name="phone" className="mt-0.5 size-5 shrink-0" />
          {phone === '' ? (
            FALLBACK.phone
          ) : (
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="underline underline-offset-4">
              {phone}
            </a>
          )}
        </li>
        <li className="flex gap-2.5">
          <Icon name="clock" className="mt-0.5 size-5 shrink-0" /> {store?.hoursText || FALLBACK.hours}
        </li>
      </ul>
      {/* The law wants it where one buys at a distance (Decreto 7.962/2013, art. 2º). */}
      <p className="mt-3 text-sm empty:hidden">
        {[store?.legalName, store?.taxId && `CNPJ ${store.taxId}`].filter(Boolean).join(' · ')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={store?.instagramUrl || FALLBACK.instagram} target="_blank" rel="noopener" className={BUTTON}>
          <Icon name="camera" className="size-5" /> Instagram
        </a>
        {whatsapp !== '' && (
          <a href={whatsapp} target="_blank" rel="noopener" className={BUTTON}>
            <Icon name="message-circle" className="size-5" /> WhatsApp
          </a>
        )}
      </div>
    </section>
  );
}

const PAGES = [
  ['/pedido', 'Fazer Pedido'],
  ['/meu-pedido', 'Acompanhar Pedido'],
  ['/atacado', 'Comprar no atacado'],
  ['/privacidade', 'Privacidade'],
] as const;

function Help() {
  const [clearing, setClearing] = useState<'clear' | 'reload' | null>(null);
  return (
    <section aria-labelledby="ajuda-titulo">
      <h2 id="ajuda-titulo" className="text-2xl">
        Ajuda
      </h2>
      <ul className="mt-3 flex flex-col gap-1">
        {PAGES.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-9 items-center underline underline-offset-4">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm">Algo estranho no site? Limpe o que ele guardou neste aparelho:</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <button type="button" className={`${BUTTON} btn-sm min-h-11`} onClick={() => setClearing('clear')}>
          Limpar cache
        </button>
        <button type="button" className={`${BUTTON} btn-sm min-h-11`} onClick={() => setClearing('reload')}>
          Limpar e recarregar
        </button>
      </div>
      {clearing && (
        <Suspense fallback={null}>
          <CacheDialog reload={clearing === 'reload'} onClose={() => setClearing(null)} />
        </Suspense>
      )}
    </section>
  );
}

export function Footer() {
  const menu = useAtomValue(menuAtom);
  const products = menu?.products.filter((product) => menu.cupsEnabled || !isCup(product)).slice(0, 8) ?? [];

  return (
    <footer id="contato" className="mt-auto bg-neutral text-neutral-content">
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-10 sm:grid-cols-2 lg:grid-cols-3">
        <Reach />
        <section aria-labelledby="lista-titulo">
          <h2 id="lista-titulo" className="text-2xl">
            Nossos produtos
          </h2>
          <ul className="mt-3 flex flex-col gap-1.5">
            {menu?.sizes.length !== 0 && <li>Açaí Montado</li>}
            {products.map((product) => (
              <li key={product.id}>{product.name}</li>
            ))}
          </ul>
        </section>
        <Help />
      </div>
    </footer>
  );
}
