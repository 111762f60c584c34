// The running total and the way on, within thumb's reach.
import { formatCents } from '@balcao/shared/money.ts';
import { Icon } from '../../ui/icon.tsx';

type Props = {
  priceCents: number;
  first: boolean;
  last: boolean;
  editing: boolean;
  /** Nothing is in the cart yet. */
  alone: boolean;
  /** The step has just led on by itself: a press still meant for the last one is not heard. */
  resting: boolean;
  onBack: () => void;
  onNext: () => void;
  /** On to the customer's data, past the cart. */
  onOnly: () => void;
};

export function WizardBar({
  priceCents,
  first,
  last,
  editing,
  alone,
  resting,
  onBack,
  onNext,
  onOnly,
}: Props) {
  return (
    <div className="hold-bottom z-20 -mx-4 max-[15rem]:static flex flex-wrap items-center gap-2 border-t border-base-300 bg-base-100 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] short:py-1 lg:static lg:mx-0 lg:flex-wrap lg:gap-y-3 lg:rounded-3xl lg:border-0 lg:p-5">
      <button
        type="button"
        className="btn btn-circle btn-ghost -ml-2"
        aria-label={first ? 'Voltar para o início' : 'Voltar uma etapa'}
        onClick={onBack}
      >
        <Icon name="arrow-left" className="size-6" />
      </button>
      <p className="min-w-0 flex-1 basis-[5rem] leading-tight lg:order-first lg:flex lg:basis-full lg:items-center lg:justify-between">
        <span className="block text-xs text-base-content/75 lg:font-display lg:text-xl lg:font-bold lg:text-base-content">
          Total
        </span>
        <output
          aria-live="polite"
          className="numbers block text-xl font-extrabold whitespace-nowrap lg:text-2xl"
        >
          {formatCents(priceCents)}
        </output>
      </p>
      {last && !editing && alone && (
        <button
          type="button"
          className="btn btn-accent btn-lg px-3 max-lg:order-1 max-sm:basis-full lg:flex-1"
          onClick={onOnly}
        >
          Pedir só este
        </button>
      )}
      <button
        // Another button than Continuar: a press that began on that one must not finish here.
        key={String(last)}
        type="button"
        className="btn btn-primary btn-lg max-w-full shrink-0 px-5 lg:flex-1"
        aria-disabled={resting}
        onClick={onNext}
      >
        {last ? (editing ? 'Atualizar Item' : 'Finalizar Pedido') : 'Continuar'}
        {!last && <Icon name="arrow-right" className="size-5" />}
      </button>
    </div>
  );
}
