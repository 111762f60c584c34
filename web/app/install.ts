// Registers the service worker where there may be one: a secure context, on the relay's origin. Says when a new version waits.
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { storeAtom } from '../api/shop.ts';
import { useToast } from '../ui/toast.tsx';

/** After the page is there: the worker's downloads must not compete with it. */
const REGISTER_AFTER_MS = 4_000;
const LOOK_FOR_UPDATE_MS = 60 * 60_000;

export function useServiceWorker(): void {
  const relay = useAtomValue(storeAtom)?.host === 'relay';
  const toast = useToast();

  useEffect(() => {
    if (!relay || import.meta.env.DEV || !window.isSecureContext || !('serviceWorker' in navigator)) return;
    let look: ReturnType<typeof setInterval> | undefined;

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

    const register = async () => {
      const registration = await navigator.serviceWorker.register('/sw.js');
      // The first one replaces nothing: there is nothing to tell.
      if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing;
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
        });
      });
      look = setInterval(() => {
        registration.update().catch((error: unknown) => console.warn('no look for a new version', error));
      }, LOOK_FOR_UPDATE_MS);
    };

    const timer = setTimeout(() => {
      register().catch((error: unknown) => console.warn('the site cannot be kept for offline use', error));
    }, REGISTER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(look);
    };
  }, [relay, toast]);
}
