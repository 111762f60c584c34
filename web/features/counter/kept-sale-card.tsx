// A cash sale that this device keeps until the store answers, among what waits to be paid: it can be taken up and changed.
import { formatCents } from '@balcao/shared/money.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { CloudUpload } from 'lucide-react';
import { describeItem } from '../../cart/describe.ts';
import { menuAtom } from '../../data/shop.ts';
import { useTimes } from '../../data/staff/times.ts';
import type { Sale } from './sale.ts';
import { changeWaitingSalesAtom } from './use-waiting-sales.ts';
import type { WaitingSale } from './waiting-sales.ts';

type Props = { kept: WaitingSale; onResume: (sale: Sale) => boolean };

export function KeptSaleCard({ kept, onResume }: Props) {
  const { timeText } = useTimes();
  const change = useSetAtom(changeWaitingSalesAtom);
  const resume = () => {
    // Under the id that it has: what the store may have of it by now is the same sale.
    if (onResume(kept.sale)) change((all) => all.filter(({ keptId }) => keptId !== kept.keptId));
  };
  return (
    <li className="flex flex-col gap-2 rounded-2xl border-l-8 border-info bg-base-100 p-3">
      <p className="flex items-center gap-2 font-bold">
        <CloudUpload aria-hidden className="size-6 shrink-0" /> Guardada neste aparelho ·{' '}
        {timeText(kept.atMs)}
      </p>
      <KeptItems sale={kept.sale} />
      <p className="mt-auto">
        <strong className="numbers text-3xl">{formatCents(kept.totalCents)}</strong> já recebidos em dinheiro
      </p>
      <button type="button" className="btn h-12" onClick={resume}>
        Pôr na venda
      </button>
    </li>
  );
}

/** What was sold, one a line; nothing until the menu is here. */
export function KeptItems({ sale }: { sale: Sale }) {
  const menu = useAtomValue(menuAtom);
  return menu === null ? null : (
    <ul>
      {sale.items.map((item) => (
        <li key={item.id}>{describeItem(item, menu).title}</li>
      ))}
    </ul>
  );
}
