// What goes where in one item of the cart.
import type { ItemDescription } from '../../cart/describe.ts';
import { cupLabel } from '../../cart/describe.ts';
import { Cup } from '../../ui/cup.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export default function ToppingsDialog({
  described,
  onClose,
}: {
  described: ItemDescription;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`Complementos: ${described.title}`}
      onClose={onClose}
      actions={
        <button type="button" className="btn btn-primary btn-lg" onClick={onClose}>
          Fechar
        </button>
      }
    >
      <div className="flex flex-wrap items-center gap-5">
        <Cup content={described.cup} label={cupLabel(described)} className="h-44 max-w-full shrink-0" />
        {described.layers.length === 0 ? (
          <p>Sem complementos.</p>
        ) : (
          <dl className="flex flex-col gap-3">
            {[...described.layers].reverse().map(({ name, letter, toppings }) => (
              <div key={name}>
                <dt className="font-display text-lg font-bold">
                  {name} ({letter})
                </dt>
                {toppings.map((topping, at) => (
                  <dd key={`${topping}${at}`}>{topping}</dd>
                ))}
              </div>
            ))}
          </dl>
        )}
      </div>
    </Dialog>
  );
}
