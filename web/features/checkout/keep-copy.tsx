// The ways to keep a copy of the order: as a file, on paper (or as a PDF), or handed to another app. Loaded beside the order, not before it.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { MoneyState } from '../../data/money.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { printSheet } from '../../ui/print-alone.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useToast } from '../../ui/toast.tsx';
import { copyText, orderCopy, type OrderCopy } from './order-copy.ts';

type Props = { order: Order; store: StoreInfo; money: MoneyState['state'] };

export default function KeepCopy({ order, store, money }: Props) {
  const toast = useToast();
  const copy = () => orderCopy(order, store, money);

  const save = (): void => {
    saveFile(`pedido-${order.simpleId}.txt`, 'text/plain;charset=utf-8', copyText(copy()));
    toast({ title: 'Resumo salvo', text: 'Está nos seus downloads.', tone: 'success' });
  };
  const send = async (): Promise<void> => {
    try {
      await navigator.share({ title: copy().title, text: copyText(copy()) });
    } catch (error) {
      // Put away by the customer. Whatever else went wrong, the copy is the customer's all the same.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      console.warn('sharing was refused', error);
      save();
    }
  };

  return (
    <div
      role="group"
      aria-label="Guarde uma cópia"
      className="mt-3 -mb-2 flex flex-wrap items-center gap-x-1 border-t border-base-300 pt-3"
    >
      <span className="basis-full text-sm">Guarde uma cópia</span>
      <Way icon="download" name="Baixar" onPress={save} />
      <Way icon="receipt-text" name="Imprimir" onPress={() => printSheet(onSheet(copy()))} />
      {'share' in navigator && <Way icon="share-2" name="Enviar" onPress={() => void send()} />}
    </div>
  );
}

function Way({ icon, name, onPress }: { icon: IconName; name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm min-h-11 px-2 first-of-type:-ml-2"
      aria-label={`${name} o resumo do pedido`}
      onClick={onPress}
    >
      <Icon name={icon} className="size-4" /> {name}
    </button>
  );
}

/** The copy as it lies on paper. */
function onSheet({ title, sections }: OrderCopy): HTMLElement {
  const sheet = document.createElement('article');
  const add = (tag: string, text: string): void => {
    const part = document.createElement(tag);
    part.textContent = text;
    sheet.append(part);
  };
  add('h1', title);
  for (const section of sections) {
    add('h2', section.title);
    for (const line of section.lines) add('p', line);
  }
  return sheet;
}
