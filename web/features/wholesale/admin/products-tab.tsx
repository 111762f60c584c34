// Produtos: cards, and the form of one.
import { formatCents } from '@balcao/shared/money.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { BUYER } from '../../../text/wholesale.ts';
import { counted } from '../../../text/menu.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { PACK } from '../pack.ts';
import { useSaving, type EntryOf } from './entries.ts';
import { ProductDialog } from './product-dialog.tsx';

type Product = EntryOf<'product'>;

export function ProductsTab() {
  const catalog = useCatalog();
  const saving = useSaving('product', catalog);
  const [edited, setEdited] = useState<Product | 'new' | null>(null);
  const products = catalog.value?.wholesaleProducts ?? [];
  const categoryOf = (product: Product): string =>
    catalog.value?.wholesaleCategories.find((one) => one.id === product.categoryId)?.name ?? 'Sem categoria';
  return (
    <section aria-labelledby="produtos-titulo">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="produtos-titulo" className="text-2xl">
          Produtos
        </h2>
        <button type="button" className="btn btn-primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-5" /> Novo Produto
        </button>
      </div>
      <Loaded of={catalog} title="Erro: Erro ao carregar produtos" retry={BUYER.tryAgain} stale>
        {() =>
          products.length === 0 && (
            <p className="rounded-2xl bg-base-100 p-8 text-center text-lg">Nenhum produto criado</p>
          )
        }
      </Loaded>
      {saving.action.failed !== null && (
        <p role="alert" className="mb-3 font-semibold text-error">
          {saving.action.failed}
        </p>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {products.map((product) => (
          <li
            key={product.id}
            className={`flex flex-col overflow-hidden rounded-3xl ${product.active ? 'bg-base-100' : 'border border-dashed border-base-content/40'}`}
          >
            <ProductPicture
              image={product.image}
              cup={PACK}
              width={960}
              className={`aspect-4/3 w-full ${product.active ? '' : 'opacity-50 grayscale'}`}
            />
            <div className="flex flex-1 flex-col gap-1 p-4">
              <div className="flex items-start justify-between gap-2">
                <h3 className="text-lg leading-tight">{product.name}</h3>
                {!product.active && <span className="badge badge-neutral">Inativo</span>}
              </div>
              <p className="numbers text-lg font-bold">{formatCents(product.priceCents)}</p>
              <p className="text-sm">{categoryOf(product)}</p>
              <p className="text-sm">
                {[
                  product.sizes && counted(product.sizes.length, 'tamanho', 'tamanhos'),
                  product.flavors && counted(product.flavors.length, 'sabor', 'sabores'),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </p>
              <div className="mt-auto flex flex-wrap gap-2 pt-2">
                <button
                  type="button"
                  className="btn btn-sm min-h-11"
                  aria-label={`Editar ${product.name}`}
                  onClick={() => setEdited(product)}
                >
                  <Pencil aria-hidden className="size-4" /> Editar
                </button>
                {product.active && (
                  <button
                    type="button"
                    className="btn btn-ghost btn-sm min-h-11"
                    aria-label={`Excluir ${product.name}`}
                    disabled={saving.action.busy}
                    onClick={() => saving.remove(product)}
                  >
                    <Trash2 aria-hidden className="size-4" /> Excluir
                  </button>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <ProductDialog
          product={edited === 'new' ? null : edited}
          catalog={catalog}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
