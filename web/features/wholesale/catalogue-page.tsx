// /atacado: what the shop sells to other shops, by category.
import { formatCents } from '@balcao/shared/money.ts';
import type { OfferedProduct } from '@balcao/shared/wholesale/catalogue.ts';
import type { WholesaleRules } from '@balcao/shared/wholesale/rules.ts';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { newId } from '../../data/new-id.ts';
import { catalogueLoadAtom, loadCatalogueAtom } from '../../data/wholesale.ts';
import { countText } from '../../text/menu.ts';
import { BUYER } from './texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTitle } from '../../ui/title.ts';
import { useToast } from '../../ui/toast.tsx';
import { BuyerShell } from './buyer-shell.tsx';
import { addLine, type Choice } from './cart.ts';
import { cartAtom } from './cart-state.ts';
import { ConfigureDialog } from './configure-dialog.tsx';
import { ProductCard } from './product-card.tsx';

const ALL = 'todos';

export default function CataloguePage() {
  useTitle('Atacado');
  return (
    <BuyerShell>
      <Catalogue />
    </BuyerShell>
  );
}

function Catalogue() {
  const load = useAtomValue(catalogueLoadAtom);
  const reload = useSetAtom(loadCatalogueAtom);
  const [cart, change] = useAtom(cartAtom);
  const [category, setCategory] = useState(ALL);
  const [configured, setConfigured] = useState<string | null>(null);
  const toast = useToast();

  const add = (product: OfferedProduct, choice: Choice) => {
    const isIn = change((now) => addLine(now, newId(), product, choice));
    setConfigured(null);
    if (!isIn) {
      toast(BUYER.cartFull);
      return;
    }
    toast({
      title: 'Adicionado ao carrinho',
      text: [`${choice.quantity} x ${product.name}`, choice.selectedSize, choice.selectedFlavor]
        .filter((part) => part !== null)
        .join(' · '),
      tone: 'success',
    });
  };
  const ask = (product: OfferedProduct) => {
    if (product.sizes === null && product.flavors === null)
      add(product, { selectedSize: null, selectedFlavor: null, quantity: 1 });
    else setConfigured(product.id);
  };

  const value = load.state === 'ready' ? load.value : null;
  // A category that is switched off while one looks at it shows everything again.
  const current = value?.categories.find((one) => one.id === category);
  const products = value?.products.filter((one) => !current || one.categoryId === current.id) ?? [];
  const open = value?.products.find((one) => one.id === configured);
  const inCart = (id: string) =>
    cart.filter((line) => line.productId === id).reduce((sum, line) => sum + line.quantity, 0);

  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Compre no atacado</h1>
      <p className="mt-1 max-w-2xl">
        Escolha os produtos, envie o pedido e a loja liga para confirmar. Já pediu?{' '}
        <Link to="/atacado/status" className="font-semibold underline underline-offset-4">
          Consulte pelo telefone
        </Link>
        .
      </p>
      {value && <Terms rules={value.rules} />}
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && (
        <div
          role="alert"
          className="mt-5 flex flex-wrap items-center gap-3 rounded-3xl bg-error p-5 text-error-content"
        >
          <p className="min-w-0 flex-1 font-semibold">{BUYER.loadFailed}</p>
          <button type="button" className="btn" onClick={() => void reload()}>
            {BUYER.tryAgain}
          </button>
        </div>
      )}
      {value && (
        <>
          <Categories categories={value.categories} chosen={current?.id ?? ALL} onChoose={setCategory} />
          {current?.description && <p className="mt-3">{current.description}</p>}
          <p role="status" className="mt-3 text-sm font-semibold text-base-content/80">
            {countText(products.length, 'produto', 'produtos')}
          </p>
          {products.length === 0 ? (
            <NoProducts onAll={current ? () => setCategory(ALL) : null} />
          ) : (
            <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
              {products.map((product) => (
                <ProductCard
                  key={product.id}
                  product={product}
                  inCart={inCart(product.id)}
                  onAdd={() => ask(product)}
                />
              ))}
            </ul>
          )}
        </>
      )}
      {open && (
        <ConfigureDialog
          product={open}
          inCart={inCart(open.id)}
          onClose={() => setConfigured(null)}
          onAdd={(choice) => add(open, choice)}
        />
      )}
    </>
  );
}

type CategoriesProps = {
  categories: readonly { id: string; name: string }[];
  chosen: string;
  onChoose: (id: string) => void;
};

function Categories({ categories, chosen, onChoose }: CategoriesProps) {
  return (
    <fieldset className="mt-4 flex flex-wrap gap-2">
      <legend className="sr-only">Categorias</legend>
      {[{ id: ALL, name: 'Todos os Produtos' }, ...categories].map((one) => {
        const pressed = one.id === chosen;
        return (
          <button
            key={one.id}
            type="button"
            aria-pressed={pressed}
            className={`btn ${pressed ? 'btn-primary' : 'bg-base-100'}`}
            onClick={() => onChoose(one.id)}
          >
            {one.name}
          </button>
        );
      })}
    </fieldset>
  );
}

function NoProducts({ onAll }: { onAll: (() => void) | null }) {
  return (
    <section className="mt-3 flex flex-1 flex-col items-center justify-center gap-3 rounded-3xl bg-base-100 px-6 py-12 text-center">
      <Icon name="search" className="size-12 text-base-content/60" />
      <h2 className="text-2xl">{BUYER.noProducts}</h2>
      {onAll ? (
        <button type="button" className="btn btn-primary" onClick={onAll}>
          Ver todos os produtos
        </button>
      ) : (
        <p>Volte em breve: a loja ainda está montando o catálogo do atacado.</p>
      )}
    </section>
  );
}

function Terms({ rules: { minimumCents, terms } }: { rules: WholesaleRules }) {
  const parts = [
    minimumCents > 0 && `Pedido mínimo de ${formatCents(minimumCents)}`,
    terms !== '' && `Pagamento: ${terms}`,
  ].filter((one) => one !== false);
  return parts.length === 0 ? null : <p className="mt-2 font-semibold">{parts.join(' · ')}</p>;
}

function Skeleton() {
  return (
    <div role="status" aria-label="Carregando os produtos" className="mt-4">
      <div className="skeleton h-11 w-full max-w-xl" />
      <div className="mt-10 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className="skeleton h-40 sm:h-96" />
        ))}
      </div>
    </div>
  );
}
