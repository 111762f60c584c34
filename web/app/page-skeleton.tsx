// The shape of a page while its code arrives.
export function PageSkeleton() {
  return (
    <div
      role="status"
      aria-label="Carregando"
      className="mx-auto flex min-h-[70dvh] w-full max-w-5xl flex-col gap-4 px-4 py-8"
    >
      <div className="skeleton h-9 w-2/3 max-w-xs" />
      <div className="skeleton h-28 w-full" />
      <div className="skeleton h-28 w-full" />
      <div className="skeleton h-28 w-full" />
    </div>
  );
}
