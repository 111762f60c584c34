// How old a copy may get: what was erased by age must not live on in copies for ever.
import type { FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';

export function BackupAge({ days, onChange }: { days: number; onChange: () => void }) {
  const draft = useDraft({ days: String(days) }, { keep: 'idade-das-copias' });
  const toast = useToast();
  const save = (event: FormEvent) => {
    event.preventDefault();
    void draft
      .save({
        heading: 'O prazo não foi salvo',
        work: (typed) => call('PUT /api/staff/backups', { body: { maxAgeDays: Number(typed.days) } }),
      })
      .then((done) => {
        if (done) toast({ title: 'Prazo salvo', tone: 'success' });
      })
      .then(onChange);
  };
  return (
    <form
      noValidate
      onSubmit={save}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl bg-base-100 p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-lg">Idade máxima das cópias</h3>
        <p className="text-sm">As mais velhas somem sozinhas. A mais nova sempre fica.</p>
      </div>
      <TextField
        label="Dias"
        inputMode="numeric"
        className="w-[11rem] max-w-full"
        {...draft.field('days')}
        error={draft.failed}
      />
      <button type="submit" className="btn btn-outline sm:mt-7" disabled={draft.busy}>
        Salvar prazo
      </button>
    </form>
  );
}
