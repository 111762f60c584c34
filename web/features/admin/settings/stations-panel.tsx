// Stations of the kitchen: what is made where, and on whose printer it comes out. Without any the kitchen is one, as ever.
import type { Catalog, Station } from '@balcao/shared/menu/menu.ts';
import { STATIONS_MAX } from '@balcao/shared/menu/station-bound.ts';
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { Plus, Trash2 } from 'lucide-react';
import type { FormEvent } from 'react';
import { newId } from '../../../data/new-id.ts';
import { useDraft, type Errors } from '../../../data/staff/draft.ts';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import type { Resource } from '../../../data/staff/resource.ts';
import { SelectField, TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { assignToStation, takerOf, thingsOf } from './stations.ts';

type Props = { printers: readonly PrinterConfig[] };

export function StationsPanel({ printers }: Props) {
  const catalog = useCatalog();
  return (
    <Loaded of={catalog} rows={2}>
      {(value) => <StationsForm catalog={catalog} value={value} printers={printers} />}
    </Loaded>
  );
}

function StationsForm({ catalog, value, printers }: Props & { catalog: Resource<Catalog>; value: Catalog }) {
  const draft = useDraft({ stations: value.settings.stations }, { keep: 'estacoes' });
  const toast = useToast();
  const { stations } = draft.values;
  const set = (changed: Station[]) => draft.change({ stations: changed });
  const save = async () => {
    const saved = await draft.save({
      heading: 'As estações não foram salvas',
      check: ({ stations: typed }) => errorsOf(typed),
      work: (typed) => patchSettings(catalog, typed),
    });
    if (saved) toast({ title: 'Estações salvas', tone: 'success' });
  };
  return (
    <form
      noValidate
      aria-label="Estações da cozinha"
      className="flex flex-col gap-4 rounded-2xl bg-base-100 p-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <div>
        <h3 className="text-lg">Estações</h3>
        <p className="text-sm">
          Onde cada item é feito: a comanda sai dividida, uma parte na impressora de cada estação, e a tela da
          cozinha pode mostrar uma só. Sem estações, tudo sai junto, como sempre.
        </p>
      </div>
      {stations.map((station, at) => (
        <StationRow
          key={station.id}
          station={station}
          isFirst={at === 0}
          printers={printers}
          onChange={(changed) => set(stations.map((one) => (one.id === station.id ? changed : one)))}
          onRemove={() => set(stations.filter((one) => one.id !== station.id))}
        />
      ))}
      {stations.length > 1 && (
        <fieldset className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <legend className="mb-1 font-semibold">O que vai para onde</legend>
          {thingsOf(value).map(({ thing, label }) => (
            <SelectField
              key={thing}
              label={label}
              value={takerOf(stations, thing)}
              options={stations.map(({ id, name }, at) => [id, name || `Estação ${at + 1}`] as const)}
              onValue={(id) => set(assignToStation(stations, thing, id))}
            />
          ))}
        </fieldset>
      )}
      {(draft.errors['stations'] ?? draft.failed) && (
        <p role="alert" className="font-semibold text-error">
          {draft.errors['stations'] ?? draft.failed}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {stations.length < STATIONS_MAX && (
          <button
            type="button"
            className="btn btn-outline mr-auto"
            onClick={() => set([...stations, { id: newId(), name: '', takes: [], printerId: null }])}
          >
            <Plus aria-hidden className="size-5" /> Acrescentar estação
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={draft.busy || !draft.isDirty}>
          Salvar estações
        </button>
      </div>
    </form>
  );
}

function errorsOf(stations: readonly Station[]): Errors {
  if (stations.every(({ name }) => name.trim() !== '')) return {};
  return { stations: 'Dê um nome a cada estação.' };
}

type RowProps = Props & {
  station: Station;
  isFirst: boolean;
  onChange: (station: Station) => void;
  onRemove: () => void;
};

function StationRow({ station, isFirst, printers, onChange, onRemove }: RowProps) {
  const options = [
    ['', 'A que imprime para a cozinha'] as const,
    ...printers.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <div className="grid items-start gap-3 rounded-2xl bg-base-200 p-3 sm:grid-cols-[1fr_1fr_auto]">
      <TextField
        label="Nome da estação"
        hint={isFirst ? 'A primeira: faz também o que nenhuma outra faz.' : undefined}
        placeholder={isFirst ? 'Bar' : 'Copa'}
        maxLength={24}
        value={station.name}
        onValue={(name) => onChange({ ...station, name })}
      />
      <SelectField
        label="Impressora"
        value={printers.some(({ id }) => id === station.printerId) ? (station.printerId ?? '') : ''}
        options={options}
        onValue={(id) => onChange({ ...station, printerId: id === '' ? null : id })}
      />
      <button
        type="button"
        className="btn btn-ghost btn-circle self-center"
        aria-label={`Remover a estação ${station.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
    </div>
  );
}
