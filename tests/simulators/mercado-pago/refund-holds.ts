// Refunds that are carried out and not answered until a test lets go of them: the provider between deed and word.
export type RefundHolds = ReturnType<typeof createRefundHolds>;

export function createRefundHolds(closing: AbortSignal) {
  const held = new Map<number, PromiseWithResolvers<void>>();
  const release = (paymentId: number): void => {
    held.get(paymentId)?.resolve();
    held.delete(paymentId);
  };
  closing.addEventListener('abort', () => [...held.keys()].forEach(release), { once: true });
  return {
    /** From now on refunds of this payment are carried out and not answered. */
    hold: (paymentId: number): void => void held.set(paymentId, Promise.withResolvers<void>()),
    /** What waits is answered, and what comes. */
    release,
    /** Resolves when nothing keeps the answer back. */
    passed: async (paymentId: number): Promise<void> => held.get(paymentId)?.promise,
  };
}
