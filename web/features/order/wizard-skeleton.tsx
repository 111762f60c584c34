// The shape of the wizard while the menu arrives.
export function WizardSkeleton() {
  return (
    <div
      role="status"
      className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-5 lg:grid-cols-[minmax(0,1fr)_min(22rem,36%)] lg:py-8"
    >
      <div className="flex flex-col gap-3">
        <div className="skeleton h-5 w-32" />
        <div className="skeleton h-2.5 w-full" />
        <p className="mt-2 font-display text-3xl font-bold sm:text-4xl">Abrindo o cardápio…</p>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {[1, 2, 3, 4].map((card) => (
            <div key={card} className="skeleton h-24" />
          ))}
        </div>
      </div>
      <div className="skeleton hidden h-96 lg:block" />
    </div>
  );
}
