// Where one is: the step's number, how far it is, and what is asked.
import type { RefObject } from 'react';
import { STEP_TITLES, type StepName } from './texts.ts';

type Props = { step: StepName; index: number; count: number; heading: RefObject<HTMLHeadingElement | null> };

export function StepHead({ step, index, count, heading }: Props) {
  const titles = STEP_TITLES[step];
  return (
    <div className="min-w-0 flex-1 basis-[11rem]">
      <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <p className="font-semibold">
          Etapa {index + 1} de {count}
        </p>
        <p className="text-base-content/75">{titles.name}</p>
      </div>
      <div
        role="progressbar"
        aria-label="Progresso do pedido"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={index + 1}
        className="mt-1.5 flex gap-1.5"
      >
        {Array.from({ length: count }, (_, at) => (
          <span
            key={at}
            className={`h-2 flex-1 rounded-full transition-colors duration-300 ${at <= index ? 'bg-primary' : 'bg-base-300'}`}
          />
        ))}
      </div>
      <h1
        id="etapa"
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-3xl outline-none sm:text-4xl short:mt-2 short:text-2xl"
      >
        {titles.question}
      </h1>
      {/* Room for two lines: what stands below stays where it is from step to step. A hint is its step's own, not the last one's moved. */}
      <p key={index} className="mt-1 text-base-content/75 max-sm:min-h-12 short:hidden">
        {titles.hint}
      </p>
    </div>
  );
}
