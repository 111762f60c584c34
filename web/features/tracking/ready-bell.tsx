// 'Avisar quando ficar pronto': prepares the sound with a tap, and lets one hear it. Any tap on the page prepares it too.
import { useEffect, useState } from 'react';
import { prepareBell, ringReady } from './bell.ts';
import { useCanNotify } from '../../data/ready-notice.tsx';
import { Icon } from '../../ui/icon.tsx';

type Props = {
  /** Of the orders that are waited for. */
  codes: readonly string[];
};

export default function ReadyBell({ codes }: Props) {
  const notified = useCanNotify();
  const [on, setOn] = useState(false);
  useEffect(() => {
    const prepare = () => {
      prepareBell();
    };
    document.addEventListener('pointerdown', prepare, { once: true });
    return () => document.removeEventListener('pointerdown', prepare);
  }, []);
  // One bell: where a notification can come, its switch is on the order's card.
  if (codes.every((code) => notified(code))) return null;
  return (
    <button
      type="button"
      aria-pressed={on}
      className={`btn mt-3 w-full ${on ? 'btn-success' : 'btn-outline'}`}
      onClick={() => {
        if (!on && prepareBell()) setTimeout(ringReady, 100);
        setOn(true);
      }}
    >
      {on ? <Icon name="bell-ring" className="size-5" /> : <Icon name="bell" className="size-5" />}
      {on ? 'Som ligado: vai tocar quando ficar pronto' : 'Tocar quando ficar pronto'}
    </button>
  );
}
