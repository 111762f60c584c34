// While remote help is open: one line over the administrator's panel that says so, since when, how often it was looked at, and ends it.
import { LifeBuoy } from 'lucide-react';
import { useAction } from '../../data/staff/action.ts';
import { endHelp, looksText, useHelp } from '../../data/staff/help.ts';
import { useTimes } from '../../data/staff/times.ts';

export function HelpNotice() {
  const help = useHelp();
  const { timeText } = useTimes();
  const action = useAction();
  const open = help.value?.open ?? null;
  if (open === null) return null;
  return (
    <div
      role="status"
      className="flex min-h-12 w-full shrink-0 flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-info px-4 py-2 text-center font-semibold text-info-content"
    >
      <LifeBuoy aria-hidden className="size-6 shrink-0 max-sm:hidden" />
      <span>
        Ajuda remota aberta desde {timeText(open.sinceMs)}, até {timeText(open.untilMs)}.{' '}
        {looksText(open, timeText)}.
      </span>
      <button
        type="button"
        className="inline-flex min-h-8 cursor-pointer items-center underline underline-offset-4"
        disabled={action.busy}
        onClick={() => void action.run('A ajuda remota continua aberta', endHelp).then(() => help.reload())}
      >
        Encerrar
      </button>
      {action.failed !== null && (
        <p role="alert" className="basis-full">
          {action.failed}
        </p>
      )}
    </div>
  );
}
