// When the site takes orders. The counter sells at any hour.
import { useNavigate } from 'react-router-dom';
import { useDraft } from '../../../data/staff/draft.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { HoursEditor } from '../settings/hours-editor.tsx';
import { StepFrame } from './step-frame.tsx';
import { FIRST_RUN_PATH, nextSlug, stateOf, type Progress } from './steps.ts';

export function HoursStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const draft = useDraft({ hours: catalog.value?.settings.openingHours ?? null });
  const navigate = useNavigate();
  const { hours } = draft.values;
  const done = stateOf(progress.value, 'hours') === 'done';
  const save = async () => {
    const saved = await draft.save({
      heading: 'Não deu para guardar',
      work: async (typed) => {
        // Also as proposed: to say that they are right is an answer.
        if (typed.hours !== null) await patchSettings(catalog, { openingHours: typed.hours });
        await progress.reload();
      },
    });
    if (saved) void navigate(`${FIRST_RUN_PATH}/${nextSlug(progress.value, 'hours')}`);
  };
  return (
    <StepFrame
      screen="hours"
      progress={progress}
      title="Quando a loja abre?"
      lead="Fora do horário o site mostra o cardápio e avisa quando abre. No balcão você vende sempre."
      action={
        done && !draft.isDirty ? undefined : (
          <button
            type="button"
            className="btn btn-primary btn-lg sm:flex-1"
            disabled={draft.busy || hours === null}
            onClick={() => void save()}
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
          <HoursEditor hours={hours} onChange={(changed) => draft.change({ hours: changed })} />
          {draft.failed !== null && (
            <p role="alert" className="mt-3 font-semibold text-error">
              {draft.failed}
            </p>
          )}
        </div>
      )}
    </StepFrame>
  );
}
