// 'Compartilhar': a picture of what one ordered for others to see; kept as a file where nothing can be shared. Loaded when an order was paid.
import { useRef, useState } from 'react';
import { Cup, type CupContent } from '../../ui/cup.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { useToast } from '../../ui/toast.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import { drawPicture } from './share-picture.ts';
import { fileNameOf, shareText } from './share-words.ts';

type Props = { title: string; line: string; cup: CupContent; photo: string | null; shop: string | undefined };

export default function ShareCup({ title, line, cup, photo, shop }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const failure = useFailureToast();

  const share = async (): Promise<void> => {
    const drawing = box.current?.querySelector('svg');
    if (!drawing || busy) return;
    setBusy(true);
    failure.clear();
    try {
      const blob = await drawPicture({ title, line, shop: shop ?? '', cup: drawing, photo });
      const shared = await handOver(
        new File([blob], fileNameOf(title), { type: 'image/png' }),
        shareText(title, shop),
      );
      if (!shared) toast({ title: 'Imagem salva', text: 'Está nos seus downloads.', tone: 'success' });
    } catch (error) {
      console.warn('the picture could not be shared', error);
      failure.tell({ title: 'Não deu para fazer a imagem', text: 'Tente de novo daqui a pouco.' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {/* Drawn by day whatever the screen wears, and as large as cups come: alone in a picture a small one only looks far away. */}
      <div ref={box} hidden data-theme="acai">
        <Cup content={{ ...cup, size: 1 }} label="" />
      </div>
      <button type="button" className="btn btn-ghost" disabled={busy} onClick={() => void share()}>
        <Icon name="share-2" className="size-5" /> Compartilhar
      </button>
    </>
  );
}

/** Whether it was handed to another app, or put away by the customer there; else it is a download. */
async function handOver(file: File, text: string): Promise<boolean> {
  if ('canShare' in navigator && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return true;
      // The press was too long ago for a slow phone, or the system would not: the file is the customer's all the same.
      console.warn('sharing was refused', error);
    }
  }
  saveBlob(file.name, file);
  return false;
}
