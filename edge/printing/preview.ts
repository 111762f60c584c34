// Slips to look at instead of to print, drawn from the same lines. Reads; never queues and never speaks to a printer.
import type { PrintQueue } from './queue.ts';
import type { OrderPurpose } from './slip-targets.ts';
import type { Printers } from './printers.ts';
import { documentLines, type Document } from './receipt/document.ts';
import type { Dots } from './receipt/dots.ts';
import type { Paper } from './receipt/lines.ts';
import { receiptPicture } from './receipt/picture.ts';
import { codePageOf } from './receipt/families.ts';
import { SAMPLES, type SlipKind } from './receipt/samples.ts';
import { testPageLines } from './receipt/test-page.ts';
import type { SlipFacts } from './slips.ts';

/** The paper of a printer that may not be saved yet. */
export type PreviewPaper = Paper & { pictures: boolean };

const USUAL_PAPER: PreviewPaper = { columns: 48, codePage: 'PC850', pictures: true };

export function createPreview(deps: {
  queue: Pick<PrintQueue, 'documentOf' | 'documentFor'>;
  printers: Pick<Printers, 'byId'>;
  facts: SlipFacts;
  logo: () => Promise<Dots | null>;
  timeZone: string;
  clock: () => number;
}) {
  const { queue, printers, facts, timeZone, clock } = deps;
  const logoFor = (paper: PreviewPaper): Promise<Dots | null> =>
    paper.pictures ? deps.logo() : Promise.resolve(null);

  const drawDocument = async (
    document: Document,
    printerPaper: PreviewPaper,
    repeat = false,
  ): Promise<string> => {
    const paper = { ...printerPaper, codePage: codePageOf(printerPaper.family, printerPaper.codePage) };
    return receiptPicture(
      documentLines(document, { repeat, timeZone, logo: await logoFor(paper) }, paper),
      paper,
    );
  };

  return {
    /** A made-up slip, of this shop where it names the shop. */
    async sample(kind: SlipKind | 'test', paper: PreviewPaper): Promise<string> {
      if (kind === 'test') {
        const page = { printerName: 'Impressora', address: '192.168.0.50:9100', atMs: clock(), timeZone };
        return receiptPicture(testPageLines({ ...page, logo: await logoFor(paper) }, paper), paper);
      }
      if (kind !== 'counter') return drawDocument(SAMPLES[kind], paper);
      const site = facts.siteUrl();
      const trackingUrl = site === null ? null : `${site}/meu-pedido`;
      return drawDocument(
        { kind: 'customer', slip: { ...SAMPLES.counter.slip, shop: facts.shop(), trackingUrl } },
        paper,
      );
    },

    /** What would be printed of an order now; null when there is no such order. */
    async order(orderId: string, purpose: OrderPurpose, columns: 32 | 48): Promise<string | null> {
      const document = queue.documentFor(orderId, purpose);
      return document && drawDocument(document, { ...USUAL_PAPER, columns });
    },

    /** A job on the paper of its printer; null when there is none or nobody can read it. */
    async job(id: number): Promise<string | null> {
      const stored = queue.documentOf(id);
      if (!stored) return null;
      return drawDocument(stored.document, printers.byId(stored.printerId) ?? USUAL_PAPER, stored.repeat);
    },
  };
}
