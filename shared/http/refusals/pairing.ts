// How what a relay says to a machine that wants to be its store, or to its operator, is told.
import { defineRefusals } from '../contract.ts';

/** Why a machine does not become a store of this relay. */
export type PairRefusal = 'wrong-code' | 'other-key' | 'second-store' | 'new-store' | 'host-taken';

export const PAIR_REFUSALS = defineRefusals<PairRefusal>({
  'wrong-code': {
    status: 403,
    title: 'Código inválido',
    detail:
      'O código de pareamento está errado, já foi usado ou passou dos 10 minutos. Peça outro a quem cuida do site.',
  },
  'other-key': {
    status: 409,
    title: 'Loja já pareada',
    detail: 'Esta loja já está ligada a outro aparelho. Peça um código para substituir esse aparelho.',
  },
  'second-store': {
    status: 409,
    title: 'O site já tem uma loja',
    detail:
      'O código inicial só serve para a primeira loja. Peça um código de pareamento a quem cuida do site.',
  },
  'new-store': {
    status: 409,
    title: 'Código de loja nova',
    detail:
      'Este código é para uma loja nova, e não há o que restaurar. Peça a quem cuida do site um código para substituir o aparelho da sua loja.',
  },
  'host-taken': {
    status: 409,
    title: 'Endereço já usado',
    detail:
      'Outra loja já usa este endereço. Peça um código para outro endereço, ou para substituir a loja antiga.',
  },
});

export const KEY_REFUSALS = defineRefusals<'unproven-key'>({
  'unproven-key': {
    status: 422,
    title: 'Chave sem prova',
    detail: 'A loja não provou que tem a chave nova. Nada foi mudado.',
  },
});

export const OPERATOR_REFUSALS = defineRefusals<'unknown-store' | 'host-needed'>({
  'unknown-store': {
    status: 404,
    title: 'Loja desconhecida',
    detail: 'Nenhuma loja tem esse número. Veja a lista: relay -- stores',
  },
  'host-needed': {
    status: 422,
    title: 'Falta o endereço',
    detail: 'Com mais de uma loja, cada uma precisa de um endereço: --host loja.example.com',
  },
});
