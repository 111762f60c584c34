// The taps that move an order on and back, and what is said of them.
import type { StaffMove } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Card } from './columns.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { ChefHat, CircleCheck, HandPlatter, Undo2 } from 'lucide-react';
import { useCallback } from 'react';
import { panelAtom } from '../../data/staff/board/live.ts';
import { tapAtom } from '../../data/staff/board/taps.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { numberedName } from '../../ui/staff/order-text.ts';
import { useToast } from '../../ui/toast.tsx';

type SimpleMove = Extract<StaffMove, { seen?: unknown }>['kind'] &
  ('start' | 'mark-ready' | 'deliver' | 'back-to-received' | 'back-to-preparing' | 'undo-delivery');
export type Step = { kind: SimpleMove; label: string; Icon: typeof ChefHat };

const FORWARD: Partial<Record<Order['status'], Step>> = {
  RECEBIDO: { kind: 'start', label: 'Iniciar Preparo', Icon: ChefHat },
  PREPARING: { kind: 'mark-ready', label: 'Marcar Pronto', Icon: CircleCheck },
  READY: { kind: 'deliver', label: 'Marcar Entregue', Icon: HandPlatter },
};
const BACK: Partial<Record<Order['status'], Step>> = {
  PREPARING: { kind: 'back-to-received', label: 'Voltar para Recebidos', Icon: Undo2 },
  READY: { kind: 'back-to-preparing', label: 'Voltar para Em Preparo', Icon: Undo2 },
};

/** The way on and back of a card: what waits for other stations has no way on here. */
export const stepsOf = ({ order, part }: Card): { forward?: Step | undefined; back?: Step | undefined } =>
  part?.made === true ? { back: BACK.READY } : { forward: FORWARD[order.status], back: BACK[order.status] };

/** Takes a step of an order at this screen; false where too many taps wait already. */
export function useTakeStep(): (card: Card, step: Step) => boolean {
  const tap = useSetAtom(tapAtom);
  const panel = useAtomValue(panelAtom);
  const toast = useToast();
  const failure = useFailureToast();
  return useCallback(
    ({ order, part }, { kind }) => {
      const isOfShare = part !== undefined && (kind === 'mark-ready' || kind === 'back-to-preparing');
      const share = isOfShare ? { station: part.station } : {};
      if (!tap(order.id, { kind, seen: order.status, ...share })) {
        failure.tell({
          title: 'Muitos toques esperando',
          text: 'Há toques demais guardados sem conexão. Espere a loja voltar.',
        });
        return false;
      }
      failure.clear();
      const name = numberedName(order, panel, 'Nº');
      // The panel shows a number of the present series, and nothing else.
      const isOnPanel = !name.startsWith('#');
      // Said as soon as it is tapped: where the store refuses, it goes (`taps.ts`).
      const about = order.id;
      if (kind === 'mark-ready' && part !== undefined && part.awaits.length > 0)
        toast({
          about,
          title: 'Sua parte está pronta',
          text: `${name}: falta ${part.awaits.join(' e ')}.`,
          tone: 'success',
        });
      else if (kind === 'mark-ready')
        toast({
          about,
          title: 'Pedido Pronto',
          text: `${name}: o cliente é avisado no celular${isOnPanel ? ' e no painel' : ''}.`,
          tone: 'success',
        });
      if (kind === 'deliver')
        toast({
          about,
          title: 'Pedido entregue',
          text: `${name}`,
          tone: 'success',
          durationMs: 10_000,
          action: {
            label: 'Desfazer',
            run: () => void tap(order.id, { kind: 'undo-delivery', seen: 'DELIVERED' }),
          },
        });
      return true;
    },
    [tap, toast, failure, panel],
  );
}
