// TVs with the called numbers: where to open the panel, letting one in by the code on its screen, and which are in.
import { ExternalLink } from 'lucide-react';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { TvList, useTvScreens } from '../../../data/staff/session/tv-list.tsx';
import { SwitchField, TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

export function TvPanel() {
  const screens = useTvScreens();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <PairForm onPaired={screens.reload} />
      <section className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
        <h3 className="text-lg">TVs ligadas ao painel</h3>
        <TvList of={screens} empty="Nenhuma TV ainda. Ligue a primeira com o código que ela mostra." />
        <Names />
        <p className="text-sm">
          Uma TV só lê os números do painel. Desligada aqui, ela mostra um código novo na mesma hora.
        </p>
      </section>
    </div>
  );
}

/** Whether TVs say names; what is written is heard by the TVs at once. */
function Names() {
  const catalog = useCatalog();
  const action = useAction();
  if (catalog.value === null) return null;
  const set = (panelNames: boolean) =>
    void action.run('Erro ao atualizar configuração', () => patchSettings(catalog, { panelNames }));
  return (
    <div>
      <SwitchField
        label="Chamar também pelo primeiro nome"
        hint="Aparece e é falado com a última senha chamada, quando o balcão anotou o nome do cliente."
        checked={catalog.value.settings.panelNames}
        disabled={action.busy}
        onChecked={set}
      />
      <Failed text={action.failed} />
    </div>
  );
}

function PairForm({ onPaired }: { onPaired: () => Promise<void> }) {
  const [query, setQuery] = useSearchParams();
  const draft = useDraft({ code: query.get('codigo')?.slice(0, 12) ?? '', name: '' }, { guarded: false });
  const toast = useToast();
  const pair = async () => {
    const paired = await draft.save({
      heading: 'A TV não foi ligada',
      clears: true,
      work: (typed) => call('POST /api/staff/tv/screens', { body: typed }),
    });
    if (!paired) return;
    toast({ title: 'TV ligada', text: 'O painel aparece nela em instantes.', tone: 'success' });
    if (query.has('codigo')) setQuery({}, { replace: true });
    await onPaired();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void pair();
      }}
    >
      <h3 className="text-lg">Ligar uma TV</h3>
      <ol className="list-inside list-decimal text-sm">
        <li>
          Na TV, abra o navegador em <strong className="break-all">{location.origin}/painel</strong>
        </li>
        <li>Digite aqui o código de 6 caracteres que ela mostra, ou aponte a câmera para o quadrado.</li>
      </ol>
      <TextField
        label="Código da TV"
        hint="Vale por 10 minutos, uma vez."
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="ABC 123"
        required
        {...draft.field('code')}
      />
      <TextField label="Nome" hint="Para reconhecer esta TV depois, como “Salão”." {...draft.field('name')} />
      <Failed text={draft.failed} />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" className="btn btn-primary" disabled={draft.busy}>
          {draft.busy ? 'Ligando…' : 'Ligar a TV'}
        </button>
        <a className="btn btn-ghost" href="/painel" target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden className="size-5" /> Abrir o painel aqui
        </a>
      </div>
    </form>
  );
}
