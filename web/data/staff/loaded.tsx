// What was read from the server, or why it is not there: its shape while it comes, the reason and a way to try again when it failed.
import { Fragment, type ReactNode } from 'react';
import { sentenceOf } from '../request.ts';

type Props<T> = {
  of: { value: T | null; error: unknown; reload: () => unknown };
  /** How many rows the shape has that stands in while it comes. */
  rows?: number;
  /** What failed, above the reason. */
  title?: string;
  retry?: string;
  /** Says a failure above what was there before it, too. */
  stale?: boolean;
  children?: (value: T) => ReactNode;
};

/** Without `children` it is what a screen shows in place of itself, as long as `of.value` is null. */
export function Loaded<T>({
  of,
  rows,
  title,
  retry = 'Tentar de novo',
  stale = false,
  children,
}: Props<T>): ReactNode {
  const { value, error, reload } = of;
  // By its key it stays what it is when a failure appears above it: an open question is not thrown away.
  const shown = value !== null && <Fragment key="shown">{children?.(value)}</Fragment>;
  if (error === null) return value === null ? <Rows {...(rows !== undefined && { count: rows })} /> : shown;
  if (value !== null && !stale) return shown;
  const failed = (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-2xl bg-error p-4 text-error-content"
    >
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        <p>{sentenceOf(error)}</p>
      </div>
      <button type="button" className="btn" onClick={() => void reload()}>
        {retry}
      </button>
    </div>
  );
  return value === null ? (
    failed
  ) : (
    <>
      <div className="mb-4">{failed}</div>
      {shown}
    </>
  );
}

export function Rows({ count = 5 }: { count?: number }) {
  return (
    <div role="status" aria-label="Carregando" className="flex flex-col gap-2">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton h-14 w-full" />
      ))}
    </div>
  );
}
