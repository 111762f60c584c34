// What the three ways of paying have in common: a heading and the way back to choosing.
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

export function ViewFrame({
  title,
  onBack,
  children,
}: {
  title: string;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="rounded-3xl bg-base-100 p-5">
      <div className="mb-3 flex items-center gap-1">
        <button
          type="button"
          className="btn btn-circle btn-ghost -ml-3"
          aria-label="Escolher outra forma de pagamento"
          onClick={onBack}
        >
          <Icon name="arrow-left" className="size-5" />
        </button>
        <h2 className="text-2xl">{title}</h2>
      </div>
      {children}
    </section>
  );
}
