// Releases that come by themselves: whether they do, from which channel, what the last look at the source found, and a look now.
import type { UpdateChannel, UpdateSource, UpdateState, UpdateWait } from '@balcao/shared/http/update.ts';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { Failed } from '../../../ui/staff/failed.tsx';
import { SelectField, SwitchField } from '../../../ui/staff/fields.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { useToast } from '../../../ui/toast.tsx';

/** The copy before it may take this long. */
const ASK_MS_MAX = 120_000;
/** A source with nothing newer for so long is worth a word, not an alarm (decision 050). */
const QUIET_MS = 120 * 86_400_000;
const CHANNELS: [UpdateChannel, string][] = [
  ['stable', 'Estável'],
  ['early', 'Antecipado'],
];
const WAITS: Record<UpdateWait, string> = {
  closing: 'Ela vem sozinha quando a loja estiver fechada.',
  orders: 'Ela vem sozinha quando não houver pedido aberto.',
  clock: 'Ela vem sozinha quando a hora desta máquina estiver conferida.',
};

type Props = { state: UpdateState; busy: boolean; onChange: () => Promise<unknown> };

export function UpdateSourceCard({ state, busy, onChange }: Props) {
  return (
    <section className="flex flex-col gap-4 rounded-2xl bg-base-100 p-4" aria-labelledby="update-source">
      <h3 className="text-lg" id="update-source">
        Versões pela internet
      </h3>
      {state.updateUrl === null ? (
        <p>
          Esta instalação não tem uma fonte de versões: ela não procura nada na internet. Versões novas vêm de
          um arquivo.
        </p>
      ) : (
        <>
          {state.available && <Choice state={state} onChange={onChange} />}
          <LastLook state={state} />
          {state.available && state.allowed && <Now state={state} busy={busy} onChange={onChange} />}
          <p className="text-sm break-all">Fonte: {state.updateUrl}</p>
        </>
      )}
    </section>
  );
}

function Choice({ state, onChange }: Omit<Props, 'busy'>) {
  const { auto, channel, allowed } = state;
  const action = useAction();
  const toast = useToast();
  const choose = (to: { auto?: boolean; channel?: UpdateChannel }) =>
    void action.run('A escolha não foi guardada', async () => {
      await call('PUT /api/staff/update/choice', { body: { auto, channel, ...to } });
      await onChange();
      toast({ title: 'Escolha guardada', tone: 'success' });
    });
  return (
    <>
      <SwitchField
        label="Atualizar sozinha"
        hint="Uma vez por noite, com a loja fechada e sem pedido aberto. Se a versão nova não responder, a loja volta sozinha para a de antes."
        checked={auto}
        disabled={!allowed || action.busy}
        onChecked={(checked) => choose({ auto: checked })}
      />
      <SelectField
        label="Canal"
        hint="No antecipado as versões novas chegam alguns dias antes."
        className="max-w-xs"
        options={CHANNELS}
        value={channel}
        disabled={!allowed || action.busy}
        onValue={(value) => choose({ channel: value === 'early' ? 'early' : 'stable' })}
      />
      <Failed text={action.failed} />
    </>
  );
}

function LastLook({ state }: { state: UpdateState }) {
  const { dateTime, dateText } = useTimes();
  const { source, looking } = state;
  const tone =
    source?.trouble === 'refused'
      ? 'border-error'
      : source?.trouble === 'offline' || source?.state === 'tried'
        ? 'border-warning'
        : source?.state === 'newest'
          ? 'border-success'
          : 'border-info';
  return (
    <div role="status" className={`flex flex-col gap-1 border-l-8 pl-3 ${tone}`}>
      <p className="font-bold">{looking ? 'Procurando…' : 'Última busca'}</p>
      {source === null ? (
        !looking && <p>Ainda não procurou neste canal.</p>
      ) : (
        <>
          {source.trouble === 'offline' && (
            <p>
              {dateTime(source.askedAtMs)}: a fonte não respondeu. Sem internet não há problema: a loja
              procura de novo.
            </p>
          )}
          {source.trouble === 'refused' && (
            <p className="font-semibold text-error">
              {dateTime(source.askedAtMs)}: recusada. {source.message} Nada foi instalado.
            </p>
          )}
          {source.heardAtMs === 0 ? (
            <p>Até agora a fonte nunca respondeu.</p>
          ) : (
            <p>
              {source.trouble === 'none' ? '' : 'Da última vez que deu certo, '}
              {dateTime(source.heardAtMs)}: {foundText(source, dateText)}
            </p>
          )}
          {source.state === 'available' && <p>{comesText(state)}</p>}
          {source.state === 'newest' && source.heardAtMs - source.indexAtMs > QUIET_MS && (
            <p>
              Esta fonte não traz nada novo há mais de quatro meses. Pode ser só isso. Se você soube de uma
              versão mais nova, avise quem cuida da loja: a fonte pode estar parada.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function foundText({ state, version, indexAtMs }: UpdateSource, dateText: (ms: number) => string): string {
  const since = ` (lista de ${dateText(indexAtMs)})`;
  switch (state) {
    case 'none':
      return 'nada.';
    case 'newest':
      return `a loja já tem a versão mais nova${since}.`;
    case 'available':
      return `há a versão ${version}${since}.`;
    case 'tried':
      return `a versão ${version} já foi experimentada nesta máquina e não ficou. Ela não vem sozinha de novo${since}.`;
  }
}

function comesText({ auto, waitsFor, source }: UpdateState): string {
  if (!auto) return 'Ela não vem sozinha: as atualizações automáticas estão desligadas.';
  if (source?.trouble === 'refused') return 'Ela não vem enquanto a lista for recusada.';
  return waitsFor === null ? 'Ela vem sozinha em seguida.' : WAITS[waitsFor];
}

function Now({ state, busy, onChange }: Props) {
  const { source, looking } = state;
  const action = useAction();
  const look = () =>
    void action.run('A busca não começou', async () => {
      await call('POST /api/staff/update/look');
      await onChange();
    });
  const install = () =>
    void action.run('A atualização não começou', async () => {
      await call('POST /api/staff/update', { body: { from: 'web' }, timeoutMs: ASK_MS_MAX });
      await onChange();
    });
  const isOffered =
    source?.trouble !== 'refused' && (source?.state === 'available' || source?.state === 'tried');
  const version = isOffered ? source.version : null;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline"
          disabled={busy || looking || action.busy}
          onClick={look}
        >
          Procurar agora
        </button>
        {version !== null && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy || looking || action.busy}
            onClick={install}
          >
            Instalar a versão {version}
          </button>
        )}
      </div>
      {version !== null && (
        <p className="text-sm">
          Uma cópia de segurança é feita antes. Os pedidos param por cerca de um minuto.
        </p>
      )}
      <Failed text={action.failed} />
    </>
  );
}
