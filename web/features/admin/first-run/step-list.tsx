// Every step with how it stands; what is not done leads to its screen.
import type { FirstRun } from '@balcao/shared/http/first-run.ts';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { FIRST_RUN_PATH, OWNER_NAME, SCREENS, stateOf } from './steps.ts';

const WORDS = { done: 'feito', skipped: 'para depois', open: 'falta fazer' } as const;

export function StepList({ value, className = '' }: { value: FirstRun; className?: string }) {
  return (
    <ul className={`grid gap-x-6 ${className}`} aria-label="Primeiros passos">
      <Row name={OWNER_NAME} state={stateOf(value, 'owner')} />
      {SCREENS.map(({ id, slug, name }) => (
        <Row key={id} name={name} state={stateOf(value, id)} to={`${FIRST_RUN_PATH}/${slug}`} />
      ))}
    </ul>
  );
}

function Row({ name, state, to }: { name: string; state: keyof typeof WORDS; to?: string }) {
  const done = state === 'done';
  const content = (
    <>
      <span
        aria-hidden
        className={`grid size-7 shrink-0 place-items-center rounded-full border-2 ${
          done ? 'border-success bg-success text-success-content' : 'border-base-content/40'
        }`}
      >
        {done && <Check className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        {name}
        <span className={done ? 'sr-only' : 'block text-sm opacity-80'}>
          {done ? ': ' : ''}
          {WORDS[state]}
        </span>
      </span>
    </>
  );
  return (
    <li className="border-b border-base-300 last:border-0">
      {done || to === undefined ? (
        <div className="flex min-h-12 items-center gap-3 py-1">{content}</div>
      ) : (
        <Link to={to} className="flex min-h-12 items-center gap-3 py-1 font-semibold">
          {content}
          <ChevronRight aria-hidden className="size-5 shrink-0" />
        </Link>
      )}
    </li>
  );
}
