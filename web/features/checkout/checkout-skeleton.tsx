// The shape of the cart while the menu arrives.
export function CheckoutSkeleton() {
  return (
    <div
      role="status"
      aria-label="Carregando o carrinho"
      className="mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 pt-4 lg:pt-8"
    >
      <div className="skeleton h-10 w-56" />
      <div className="skeleton h-8 w-full" />
      <div className="skeleton h-28 w-full" />
      <div className="skeleton h-28 w-full" />
    </div>
  );
}
