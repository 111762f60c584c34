// A page that says one thing and leads on: nothing here, not found, back from the bank.
import type { ReactNode } from 'react';
import { Cup, type CupContent } from './cup.tsx';

type Props = {
  title: ReactNode;
  text: ReactNode;
  /** What stands above the title; without one a cup that was tipped over. */
  picture?: ReactNode;
  /** Read aloud at once: what one came for is not here. */
  alert?: boolean;
  /** The ways on. */
  children: ReactNode;
};

const SPILT: CupContent = {
  shape: 'copo',
  base: '#55206b',
  iceCreams: ['#f6e3c5'],
  toppings: [
    { key: 'morango', color: '#d7263d', form: 'strawberry', layer: 'TOP' },
    { key: 'confete', color: '#ffd65c', form: 'confetti', layer: 'TOP' },
  ],
};

export function NoticePage({ title, text, picture, alert = false, children }: Props) {
  return (
    <section
      {...(alert && { role: 'alert' })}
      className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 overflow-hidden px-4 py-10 text-center short:py-4"
    >
      {picture ?? (
        <span className="grid size-44 max-w-full place-items-center rounded-full bg-accent short:size-28">
          <Cup content={SPILT} label="" className="h-3/4 rotate-[104deg] text-base-content" />
        </span>
      )}
      <h1 className="max-w-full text-3xl wrap-anywhere">{title}</h1>
      <p className="max-w-full">{text}</p>
      {children}
    </section>
  );
}
