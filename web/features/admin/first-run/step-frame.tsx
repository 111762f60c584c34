// One thing per screen: where one is, the way back, the thing itself, and the way on within thumb's reach.
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAction } from '../../../data/staff/action.ts';
import { nextSlug, FIRST_RUN_PATH, SCREENS, stateOf, type Progress, type Screen } from './steps.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

type Props = {
  screen: Screen;
  progress: Progress;
  title: string;
  lead: ReactNode;
  children: ReactNode;
  /** The button that does it, while the step is open. */
  action?: ReactNode;
  /** What putting it off is called here. */
  skipLabel?: string;
};

export function StepFrame({ screen, progress, title, lead, children, action, skipLabel }: Props) {
  const { value, skip } = progress;
  const navigate = useNavigate();
  const skipping = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const index = SCREENS.findIndex(({ id }) => id === screen);
  const before = SCREENS[index - 1];
  const done = stateOf(value, screen) === 'done';
  const go = () => void navigate(`${FIRST_RUN_PATH}/${nextSlug(value, screen)}`);
  // Another screen is read from its top, by eyes and by screen readers.
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [screen]);

  return (
    <div className="flex min-h-dvh flex-col bg-base-200">
      <header className="sticky top-0 z-20 bg-base-200/95 backdrop-blur">
        <div className="mx-auto flex w-full max-w-2xl items-center gap-2 px-3 py-2">
          <Link
            to={before ? `${FIRST_RUN_PATH}/${before.slug}` : '/admin'}
            className="btn btn-ghost btn-circle"
            aria-label="Voltar"
          >
            <ArrowLeft aria-hidden className="size-5" />
          </Link>
          <p className="flex-1 text-center text-sm font-semibold">
            Passo {index + 1} de {SCREENS.length}
          </p>
          <Link to="/admin" className="btn btn-ghost btn-circle" aria-label="Fechar e ir para o painel">
            <X aria-hidden className="size-5" />
          </Link>
        </div>
        <Bars value={value} index={index} />
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5 px-5 pt-4 pb-8">
        <div className="flex flex-col gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
            {title}
          </h1>
          <div className="text-lg">{lead}</div>
        </div>
        {children}
      </main>
      <footer className="above-tabs z-10 border-t border-base-300 bg-base-100 pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-2 px-5 py-3 sm:flex-row-reverse sm:items-center">
          {done ? (
            <>
              <button type="button" className="btn btn-primary btn-lg sm:flex-1" onClick={go}>
                Continuar
              </button>
              {action}
            </>
          ) : (
            <>
              {action}
              <button
                type="button"
                className={`btn sm:flex-1 ${action === undefined ? 'btn-outline btn-lg' : 'btn-ghost'}`}
                disabled={skipping.busy}
                onClick={() =>
                  void skipping.run('Não deu para guardar', () => skip(screen)).then((kept) => kept && go())
                }
              >
                {skipLabel ?? 'Pular por enquanto'}
              </button>
            </>
          )}
        </div>
        <Failed text={skipping.failed} className="mx-auto w-full max-w-2xl px-5 pb-3" />
      </footer>
    </div>
  );
}

function Bars({ value, index }: Pick<Progress, 'value'> & { index: number }) {
  return (
    <div aria-hidden className="mx-auto flex w-full max-w-2xl gap-1.5 px-5 pb-2">
      {SCREENS.map(({ id }, at) => (
        <span
          key={id}
          className={`h-2 flex-1 rounded-full ${
            stateOf(value, id) === 'done' ? 'bg-success' : at === index ? 'bg-primary' : 'bg-base-300'
          }`}
        />
      ))}
    </div>
  );
}

/** A step that is done says so, with what it found. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-2xl border-l-8 border-success bg-base-100 p-4 font-semibold">
      <span aria-hidden>✔</span> {children}
    </p>
  );
}
