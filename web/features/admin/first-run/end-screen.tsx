// The end of the first run: what is done, what waits, and where to go now.
import { Link } from 'react-router-dom';
import { Cup } from '../../../ui/cup.tsx';
import { StepList } from './step-list.tsx';
import { cupOf, FIRST_RUN_PATH, SCREENS, type Progress } from './steps.ts';

export function EndScreen({ progress: { value } }: { progress: Progress }) {
  const whole = value.steps.every(({ state }) => state === 'done');
  const last = SCREENS.at(-1);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col gap-5 px-5 py-8">
      <div className="flex flex-col items-center gap-3 text-center">
        <Cup content={cupOf(value)} label="" className="w-32" />
        <h1 className="text-3xl">{whole ? 'Sua loja está pronta!' : 'Já dá para abrir a loja'}</h1>
        <p className="text-lg">
          {whole
            ? 'Tudo foi experimentado, do cardápio ao dinheiro na conta.'
            : 'O que ficou para depois espera por você no painel.'}
        </p>
      </div>
      <div className="rounded-3xl bg-base-100 p-5">
        <StepList value={value} />
      </div>
      <div className="flex flex-col gap-2 sm:flex-row-reverse sm:items-center">
        <Link to="/admin" className="btn btn-primary btn-lg sm:flex-1">
          Ir para o painel
        </Link>
        <Link to={`${FIRST_RUN_PATH}/${last?.slug ?? ''}`} className="btn btn-ghost">
          Voltar
        </Link>
      </div>
    </main>
  );
}
