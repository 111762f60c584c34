// Says that this device has lost the server, once that has lasted: a blink of the network is no news.
// Under the header, never over the bar at the bottom that holds the way on.
import { useEffect, useState } from 'react';
import { clockText } from '../text/clock.ts';
import { Icon } from './icon.tsx';

const NEWS_AFTER_MS = 4_000;

/** Since when the server is lost, once that has lasted; else null. */
export function useLostSince(lost: boolean): number | null {
  const [sinceMs, setSinceMs] = useState<number | null>(null);
  useEffect(() => {
    if (!lost) {
      setSinceMs(null);
      return;
    }
    const atMs = Date.now();
    const timer = setTimeout(() => setSinceMs(atMs), NEWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lost]);
  return sinceMs;
}

export function OfflineBanner({ lost }: { lost: boolean }) {
  const sinceMs = useLostSince(lost);
  return (
    <div role="status" className="hold-under z-20">
      {sinceMs !== null && (
        <p className="flex items-center justify-center gap-2 bg-neutral px-4 py-2 text-center text-sm text-neutral-content">
          <Icon name="wifi-off" className="size-4 shrink-0" />
          Sem conexão desde as {clockText(sinceMs)}: o que você vê é de antes. Seu carrinho está guardado.
        </p>
      )}
    </div>
  );
}
