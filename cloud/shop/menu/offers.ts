// What can be paid with on the public site.
import type { Documents } from './documents.ts';

/** What can be paid with, here and now: switched on in the settings, and possible. */
export async function offeredMethods(
  {
    documents,
    payments,
  }: {
    documents: Documents;
    payments: { methodsOnOffer(storeId: string): Promise<{ pix: boolean; card: boolean }> };
  },
  storeId: string,
): Promise<ReadonlySet<string>> {
  const [{ paymentMethods }, online] = await Promise.all([
    documents.catalog(storeId),
    payments.methodsOnOffer(storeId),
  ]);
  const possible: Record<string, boolean> = { pix: online.pix, credit_card: online.card, cash: true };
  return new Set(
    paymentMethods.filter((method) => method.enabled && possible[method.id]).map((method) => method.id),
  );
}
