// Says that this device has lost the server, once that has lasted: a blink of the network is no news.
// Under the header, never over the bar at the bottom that holds the way on.
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

const NEWS_AFTER_MS = 4_000;

export function OfflineBanner({ lost }: { lost: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!lost) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), NEWS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  return (
    <div role="status" className="sticky top-16 z-20">
      {shown && (
        <p className="flex items-center justify-center gap-2 bg-neutral px-4 py-2 text-center text-sm text-neutral-content">
          <Icon name="wifi-off" className="size-4 shrink-0" />
          Sem conexão. Seu carrinho está guardado.
        </p>
      )}
    </div>
  );
}
