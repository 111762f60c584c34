// The tools that a narrow bar has no room for.
import { useSignOut } from '../../data/staff/session/use-sign-out.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/staff/failed.tsx';
import { TOOLS, type Sheet } from './tools.ts';

export function MoreSheet({ onSheet, onClose }: { onSheet: (sheet: Sheet) => void; onClose: () => void }) {
  const { leave, failed } = useSignOut();
  return (
    <Dialog title="Mais" onClose={onClose}>
      <ul className="grid grid-cols-2 gap-2">
        {TOOLS.map(({ label, Icon, sheet }) => (
          <li key={label}>
            <button
              type="button"
              className="kitchen-touch btn w-full text-lg! leading-tight"
              onClick={() => (sheet === null ? leave() : onSheet(sheet))}
            >
              <Icon aria-hidden className="size-6 shrink-0" />
              {label}
            </button>
          </li>
        ))}
      </ul>
      <Failed text={failed} className="mt-3 text-lg" />
    </Dialog>
  );
}
