// The shape of the cart while the menu arrives.
export function CheckoutSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 lg:pt-8">
      <p className="font-display text-3xl font-bold sm:text-4xl">Abrindo o carrinho…</p>
      <div className="skeleton h-8 w-full" />
      <div className="skeleton h-28 w-full" />
      <div className="skeleton h-28 w-full" />
    </div>
  );
}
