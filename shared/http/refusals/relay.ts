// How what is refused about what came back from the site is told.
import { defineRefusals } from '../contract.ts';

/** Why what came back from the site was not decided: it is not what the administrator saw. */
export type ResyncRefusal = 'resync-changed' | 'resync-conflict';

export const RESYNC_REFUSALS = defineRefusals<ResyncRefusal>({
  'resync-changed': {
    status: 409,
    title: 'A lista mudou',
    detail: 'O que voltou do site mudou enquanto você olhava. Confira a lista de novo.',
  },
  'resync-conflict': {
    status: 409,
    title: 'Não cabe mais',
    detail:
      'Uma conta ou impressora de agora impede o que voltou, como um e-mail já usado. Mude-a aqui e aceite de novo, ou recuse.',
  },
});
