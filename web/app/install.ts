// Registers the service worker that keeps the site for offline use, and says when a new version waits. Only ever called on the
// relay's origin and in a secure context.
import type { Toast } from '../ui/toast.tsx';

const LOOK_FOR_UPDATE_MS = 60 * 60_000;
let kept = false;

export async function keepOffline(toast: (toast: Toast) => void): Promise<void> {
  if (kept) return;
  kept = true;
  const registration = await navigator.serviceWorker.register('/sw.js');

  const offer = (waiting: ServiceWorker) =>
    toast({
      title: 'Tem versão nova do site',
      text: 'Seu carrinho continua guardado.',
      durationMs: 20_000,
      action: {
        label: 'Atualizar agora',
        run: () => {
          navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
            once: true,
          });
          waiting.postMessage({ type: 'SKIP_WAITING' });
        },
      },
    });

  // The first one replaces nothing: there is nothing to tell.
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
    });
  });
  setInterval(() => {
    registration.update().catch((error: unknown) => console.warn('no look for a new version', error));
  }, LOOK_FOR_UPDATE_MS);
}
