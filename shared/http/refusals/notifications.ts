// Why a browser is not told of anything.
import { defineRefusals, joinRefusals, pickRefusals } from '../contract.ts';
import { ORDER_REFUSALS } from './order.ts';

/** Of a device that is to hear alarms. */
export const DEVICE_REFUSALS = defineRefusals<'push-service' | 'too-many-devices'>({
  'push-service': {
    status: 422,
    title: 'Navegador não reconhecido',
    detail:
      'Os avisos deste navegador não são aceitos por este site. Use o Chrome, o Edge, o Firefox ou o Safari.',
  },
  'too-many-devices': {
    status: 409,
    title: 'Aparelhos demais',
    detail: 'Já há aparelhos demais recebendo estes avisos. Remova um e tente de novo.',
  },
});

/** Of a customer's browser that is to be told when the order is ready. */
export const READY_NOTICE_REFUSALS = joinRefusals(
  DEVICE_REFUSALS,
  pickRefusals(ORDER_REFUSALS, 'order-not-found', 'order-over'),
);
