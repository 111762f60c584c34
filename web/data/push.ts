// Lets this browser be told of things while no page is open. Works on the relay's origin, over https, alone.
import type { PushSubscriptionBody } from '@balcao/shared/http/push.ts';

export const pushPossible = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window;

/** Why it did not work, in words for the person at the screen. */
export class PushRefused extends Error {}

/** Asks for permission, which only a tap may do. Throws PushRefused. */
export async function subscribeToPush(publicKey: string): Promise<PushSubscriptionBody> {
  const permission = await Notification.requestPermission();
  // The question was closed without an answer: the next tap asks it again.
  if (permission === 'default')
    throw new PushRefused('O navegador precisa da sua permissão. Toque de novo e escolha “Permitir”.');
  if (permission !== 'granted')
    throw new PushRefused(
      'As notificações estão bloqueadas neste navegador. Libere nas configurações do site e toque de novo.',
    );
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
    const before = await registration.pushManager.getSubscription();
    // A browser has one subscription per site, bound to one key.
    if (before && keyOf(before) !== publicKey) await before.unsubscribe();
    const made = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { endpoint, keys } = made.toJSON();
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('a subscription without keys');
    return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
  } catch (error) {
    console.warn('the browser could not subscribe', error);
    throw new PushRefused(
      'Este navegador não conseguiu ligar os avisos. Confira a internet, ou instale o app e tente por ele.',
    );
  }
}

/** The address of this browser's subscription, if it has one. */
export async function pushEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

function keyOf(subscription: PushSubscription): string {
  const key = subscription.options.applicationServerKey;
  if (key === null) return '';
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}
