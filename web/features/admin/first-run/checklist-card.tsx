// What is left of the first run, at the top of the panel until it is done or put away.
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useAction } from '../../../data/staff/action.ts';
import { Cup } from '../../../ui/cup.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';
import { StepList } from './step-list.tsx';
import { cupOf, FIRST_RUN_PATH, useFirstRun } from './steps.ts';

export function ChecklistCard() {
  const first = useFirstRun();
  const action = useAction();
  const { value } = first;
  if (value === null || value.dismissed || value.steps.every(({ state }) => state === 'done')) return null;
  const done = value.steps.filter(({ state }) => state === 'done').length;
  const left = value.steps.length - done;
  return (
    <section
      aria-labelledby="primeiros-passos"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl bg-base-100 p-4"
    >
      <Cup content={cupOf(value)} label="" className="w-14 shrink-0" />
      <div className="min-w-0 flex-1 basis-40">
        <h2 id="primeiros-passos" className="text-xl">
          Primeiros passos
        </h2>
        <p>
          {done} de {value.steps.length} prontos. {left === 1 ? 'Falta só um.' : `Faltam ${left}.`}
        </p>
      </div>
      <Link to={FIRST_RUN_PATH} className="btn btn-primary max-sm:w-full">
        Continuar
      </Link>
      <details className="w-full">
        <summary className="flex min-h-9 cursor-pointer items-center gap-2 font-semibold">
          <ChevronDown aria-hidden className="size-5" /> Ver a lista
        </summary>
        <StepList value={value} className="md:grid-cols-2" />
        <button
          type="button"
          className="btn btn-ghost btn-sm mt-2 min-h-9"
          disabled={action.busy}
          onClick={() => void action.run('Não deu para guardar', () => first.choose({ dismissed: true }))}
        >
          Não mostrar mais
        </button>
        <Failed text={action.failed} />
      </details>
    </section>
  );
}
