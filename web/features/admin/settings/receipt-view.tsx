// The receipt of an erasure on the screen, to be printed or kept as a file.
import type { Erased } from '@balcao/shared/http/privacy.ts';
import { useRef } from 'react';
import { useTimes } from '../../../data/staff/times.ts';
import { printSheet } from '../../../ui/print-alone.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { Icon } from '../../../ui/icon.tsx';
import { receiptOf, textOf } from './person-receipt.ts';

export function ReceiptView({ shop, erased }: { shop: string; erased: Erased }) {
  const paper = useRef<HTMLElement>(null);
  const receipt = receiptOf(shop, erased, useTimes());
  const print = () => {
    const copy = paper.current?.cloneNode(true);
    if (copy instanceof HTMLElement) printSheet(copy);
  };
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-semibold text-success">
        <Icon name="check" className="size-5" /> Dados apagados
      </p>
      <article ref={paper} className="rounded-xl border border-base-300 p-4">
        <h4 className="text-lg">{receipt.title}</h4>
        {receipt.sections.map((section) => (
          <section key={section.title} className="mt-3">
            <h5 className="font-semibold">{section.title}</h5>
            <ul className="list-disc pl-5 text-sm">
              {section.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </article>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={print}>
          <Icon name="receipt-text" className="size-5" /> Imprimir comprovante
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => saveFile('comprovante-de-exclusao.txt', 'text/plain;charset=utf-8', textOf(receipt))}
        >
          <Icon name="download" className="size-5" /> Baixar comprovante
        </button>
      </div>
    </>
  );
}
