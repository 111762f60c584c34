// When the site takes orders. The counter sells at any hour.
import type { OpeningHours } from '@balcao/shared/menu/menu.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { HoursEditor } from '../settings/hours-editor.tsx';
import { StepFrame } from './step-frame.tsx';
import { FIRST_RUN_PATH, nextSlug, stateOf, type Progress } from './steps.ts';

export function HoursStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const [changed, setChanged] = useState<OpeningHours | null>(null);
  const navigate = useNavigate();
  const action = useAction();
  const hours = changed ?? catalog.value?.settings.openingHours ?? null;
  const done = stateOf(progress.value, 'hours') === 'done';
  const save = () =>
    void action
      .run('Não deu para guardar', async () => {
        // Also as proposed: to say that they are right is an answer.
        if (hours !== null) await patchSettings(catalog, { openingHours: hours });
        await progress.reload();
      })
      .then((saved) => saved && navigate(`${FIRST_RUN_PATH}/${nextSlug(progress.value, 'hours')}`));
  return (
    <StepFrame
      screen="hours"
      progress={progress}
      title="Quando a loja abre?"
      lead="Fora do horário o site mostra o cardápio e avisa quando abre. No balcão você vende sempre."
      action={
        done && changed === null ? undefined : (
          <button
            type="button"
            className="btn btn-primary btn-lg sm:flex-1"
            disabled={action.busy || hours === null}
            onClick={save}
          >
            Salvar e continuar
          </button>
        )
      }
    >
      {hours === null ? (
        <Loaded of={catalog} rows={7} />
      ) : (
        <div className="rounded-3xl bg-base-100 p-5">
          <HoursEditor hours={hours} onChange={setChanged} />
          {action.failed !== null && (
            <p role="alert" className="mt-3 font-semibold text-error">
              {action.failed}
            </p>
          )}
        </div>
      )}
    </StepFrame>
  );
}
