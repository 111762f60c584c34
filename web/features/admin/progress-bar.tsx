// How far something long is, in words and as a bar; without a known end the bar only moves.
export function ProgressBar({ label, done, of }: { label: string; done: number; of: number }) {
  const hasEnd = of > 0;
  const percent = hasEnd ? Math.min(100, Math.floor((done / of) * 100)) : 0;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex justify-between gap-3 font-semibold">
        <span>{label}</span>
        {hasEnd && <span className="shrink-0 tabular-nums">{percent} %</span>}
      </p>
      <progress
        className="progress progress-primary h-3 w-full"
        aria-label={label}
        {...(hasEnd ? { value: percent, max: 100 } : {})}
      />
    </div>
  );
}
