// What lies on the counter's ticket: a sale, or the change of an order. Neither is lost to the other: a person ends it first.
import { useAtomValue } from 'jotai';
import { panelAtom } from '../../data/staff/board/live.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { useEffect, useState } from 'react';
import { orderName } from '../../ui/staff/order-text.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import { isEmptyAmendment, newAmendment, type Amendment } from './amendment.ts';
import { resumedSale, type Sale } from './sale.ts';
import { useKeptSale } from './use-kept-sale.ts';

const SALE_OPEN = {
  title: 'Há uma venda aberta',
  text: 'Termine ou cancele a venda aberta primeiro.',
};

const AMENDING = {
  title: 'Há um pedido sendo mudado',
  text: 'Confirme a mudança, ou volte sem mudar, primeiro.',
};

/** `onTicket`: the ticket is to be seen. */
export function useCounterTicket(onTicket: () => void) {
  const [sale, setSale] = useKeptSale();
  const panel = useAtomValue(panelAtom);
  const toast = useToast();
  const failure = useFailureToast();
  const [amendment, setAmendment] = useState<Amendment | null>(null);
  /** What is being put together for one order is not lost to another. */
  const isAmending = (): boolean => {
    failure.clear();
    if (amendment === null || isEmptyAmendment(amendment)) return false;
    failure.tell(AMENDING);
    return true;
  };
  // The sale or the change that was in the way is over.
  const isFree = sale.items.length === 0 && amendment === null;
  useEffect(() => {
    if (isFree) failure.clear();
  }, [isFree, failure]);
  const change = (order: Order) => {
    if (isAmending()) return;
    setAmendment(null);
    const isOnTicket = [sale.id, ...sale.earlier].includes(order.id);
    if (sale.items.length > 0 && !isOnTicket) {
      failure.tell(SALE_OPEN);
      return;
    }
    if (sale.items.length === 0) setSale(resumedSale(order));
    onTicket();
  };
  /** What a change left open, asked for as soon as it is there. */
  const [differing, setDiffering] = useState<Order | null>(null);
  const amend = (order: Order) => {
    if (isAmending()) return;
    setAmendment(newAmendment(order));
    onTicket();
  };
  const resume = (kept: Sale): boolean => {
    onTicket();
    if (isAmending()) return false;
    if (sale.items.length > 0) {
      failure.tell(SALE_OPEN);
      return false;
    }
    setAmendment(null);
    setSale(kept);
    return true;
  };
  const amended = (order: Order) => {
    setAmendment(null);
    toast({ title: 'Pedido mudado', text: `Pedido ${orderName(order, panel)}.`, tone: 'success' });
    if (order.balanceCents !== undefined) setDiffering(order);
  };
  return { sale, setSale, amendment, setAmendment, differing, setDiffering, change, amend, amended, resume };
}
