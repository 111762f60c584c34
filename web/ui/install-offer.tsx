// Offers to put the app on the home screen, where the browser lets a page offer it.
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

type InstallEvent = Event & { prompt: () => Promise<void> };

declare global {
  interface Window {
    /** The browser's offer, kept from the start of the app until somebody asks for it. */
    installEvent?: InstallEvent;
  }
}

export default function InstallOffer() {
  const [offer, setOffer] = useState<InstallEvent | null>(() => window.installEvent ?? null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      window.installEvent = event as InstallEvent;
      setOffer(event as InstallEvent);
    };
    const dropOffer = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', dropOffer);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', dropOffer);
    };
  }, []);
  if (!offer) return null;
  return (
    <button
      type="button"
      className="btn btn-outline"
      onClick={() => {
        // An offer is good for one try.
        delete window.installEvent;
        setOffer(null);
        void offer.prompt();
      }}
    >
      <Icon name="download" className="size-5" /> Instalar o app no celular
    </button>
  );
}
