// The steps of the first run as a person sees them: where each stands, what it is called, what is added to the cup.
import type { FirstRun, FirstRunChoices } from '@balcao/shared/http/first-run.ts';
import type { FirstRunStep } from '@balcao/shared/store/first-run.ts';
import { call } from '../../../data/request.ts';
import { useLoaded, type Resource } from '../../../data/staff/resource.ts';
import type { CupContent } from '../../../ui/cup.tsx';

export const FIRST_RUN_PATH = '/admin/primeiros-passos';

/** `owner` has no screen of its own once it is done. */
export type Screen = Exclude<FirstRunStep, 'owner'>;

export const SCREENS: readonly { id: Screen; slug: string; name: string }[] = [
  { id: 'shop', slug: 'loja', name: 'Dados da loja' },
  { id: 'hours', slug: 'horario', name: 'Horário de funcionamento' },
  { id: 'menu', slug: 'cardapio', name: 'Cardápio' },
  { id: 'printer', slug: 'impressora', name: 'Impressora e página de teste' },
  { id: 'site', slug: 'site', name: 'Site para os clientes' },
  { id: 'account', slug: 'pagamento', name: 'Conta do Mercado Pago' },
  { id: 'pix', slug: 'pix', name: 'PIX de teste' },
];
export const OWNER_NAME = 'Conta do dono';
export const END_SLUG = 'pronto';
export const RESTORE_SLUG = 'recuperar';

export type Progress = {
  value: FirstRun;
  reload: Resource<FirstRun>['reload'];
  skip: (step: Screen) => Promise<void>;
};

export const stateOf = (value: FirstRun, id: FirstRunStep) =>
  value.steps.find((step) => step.id === id)?.state ?? 'open';

/** The first screen after this one that nobody has done or put off; the end when there is none. */
export function nextSlug(value: FirstRun, after: Screen | null): string {
  const from = after === null ? 0 : SCREENS.findIndex(({ id }) => id === after) + 1;
  return SCREENS.slice(from).find(({ id }) => stateOf(value, id) === 'open')?.slug ?? END_SLUG;
}

/** One more step is put off, or the list of them is put away. */
export type FirstRunChoice = { skip: Screen } | { dismissed: true };

/** All that was chosen, with one choice more: what was put off before stays so. */
export function choicesWith(value: FirstRun, choice: FirstRunChoice): FirstRunChoices {
  const skipped = value.steps.filter(({ state }) => state === 'skipped').map(({ id }) => id);
  return 'skip' in choice
    ? { skipped: [...skipped, choice.skip], dismissed: value.dismissed }
    : { skipped, dismissed: choice.dismissed };
}

export function useFirstRun(): Resource<FirstRun> & {
  choose: (choice: FirstRunChoice) => Promise<void>;
} {
  const first = useLoaded('GET /api/staff/first-run');
  return {
    ...first,
    choose: async (choice) => {
      if (first.value === null) return;
      const answer = await call('PUT /api/staff/first-run', { body: choicesWith(first.value, choice) });
      first.set(() => answer);
    },
  };
}

/** The cup fills with what is done. */
export function cupOf(value: FirstRun | null): CupContent {
  const done = (id: FirstRunStep): boolean => value !== null && stateOf(value, id) === 'done';
  const topping = (
    id: Screen,
    color: string,
    form: 'strawberry' | 'crumbs' | 'kiwi' | 'banana' | 'berry',
    layer: 'TOP' | 'MIDDLE',
  ) => (done(id) ? [{ key: id, color, form, layer }] : []);
  return {
    shape: 'copo',
    base: done('shop') ? '#55206b' : null,
    iceCreams: done('menu') ? ['#f6e3c5'] : [],
    toppings: [
      ...topping('hours', '#c98a3a', 'crumbs', 'MIDDLE'),
      ...topping('printer', '#d7263d', 'strawberry', 'TOP'),
      ...topping('site', '#8cc63f', 'kiwi', 'TOP'),
      ...topping('account', '#fbe28c', 'banana', 'TOP'),
      ...topping('pix', '#3b3f8f', 'berry', 'TOP'),
    ],
  };
}
