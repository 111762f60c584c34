// A menu to begin with: the drawn sample, to be changed at leisure, or an empty one.
import { Link } from 'react-router-dom';
import { call } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { Cup } from '../../../ui/cup.tsx';
import { Done, StepFrame } from './step-frame.tsx';
import { countText } from '../../../text/menu.ts';
import { stateOf, type Progress } from './steps.ts';

/** Every picture is drawn and made small; a Pi takes its time. */
const SAMPLE_MS_MAX = 180_000;
const CUPS = [
  { base: '#55206b', iceCreams: ['#f6e3c5'], color: '#d7263d', form: 'strawberry' },
  { base: '#7a2f8f', iceCreams: ['#f7b7c8', '#7a3b12'], color: '#c98a3a', form: 'crumbs' },
  { base: '#f3ead2', iceCreams: ['#8fd88c'], color: '#7a3b12', form: 'sauce' },
] as const;

export function MenuStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const action = useAction();
  const done = stateOf(progress.value, 'menu') === 'done';
  const install = () =>
    void action.run('O cardápio de exemplo não entrou', async () => {
      await call('POST /api/staff/sample-menu', { timeoutMs: SAMPLE_MS_MAX });
      await Promise.all([catalog.reload(), progress.reload()]);
    });
  const sold = (entries: readonly { active: boolean }[]): number =>
    entries.filter(({ active }) => active).length;
  const counts = catalog.value && [
    countText(sold(catalog.value.sizes), 'tamanho', 'tamanhos'),
    countText(sold(catalog.value.toppings), 'complemento', 'complementos'),
    countText(sold(catalog.value.products), 'produto', 'produtos'),
  ];
  return (
    <StepFrame
      screen="menu"
      progress={progress}
      title="O que a loja vende?"
      lead="Comece com um cardápio de exemplo e troque nomes e preços depois. Ou monte o seu do zero."
      skipLabel="Começar vazio e montar o meu"
      {...(done
        ? {}
        : {
            action: (
              <button
                type="button"
                className="btn btn-primary btn-lg sm:flex-1"
                disabled={action.busy}
                onClick={install}
              >
                {action.busy && <span className="loading loading-spinner" aria-hidden />}
                {action.busy ? 'Desenhando o cardápio…' : 'Usar o cardápio de exemplo'}
              </button>
            ),
          })}
    >
      <section className="flex flex-col items-center gap-4 rounded-3xl bg-base-100 p-6 text-center">
        <div className="flex justify-center gap-2">
          {CUPS.map(({ base, iceCreams, color, form }) => (
            <Cup
              key={base}
              label=""
              className="w-24"
              content={{
                shape: 'copo',
                base,
                iceCreams,
                toppings: [{ key: 'one', color, form, layer: 'TOP' }],
              }}
            />
          ))}
        </div>
        {done ? (
          <p>
            {counts?.join(', ')}.{' '}
            <Link className="font-semibold underline underline-offset-4" to="/admin/cardapio">
              Ver e mudar no Cardápio
            </Link>
          </p>
        ) : (
          <p>
            Açaí em vários tamanhos, taças, sorvetes, complementos e bebidas, com desenhos e preços para
            trocar.
          </p>
        )}
      </section>
      <div role="status">{action.busy && 'Isto pode levar um minuto. Não feche esta tela.'}</div>
      {done && <Done>O cardápio tem o que vender.</Done>}
      {action.failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {action.failed}
        </p>
      )}
    </StepFrame>
  );
}
