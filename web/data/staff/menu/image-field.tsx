// A picture: chosen, judged here by size and type, sent to the store, which judges its bytes.
import { Crop, ImageUp, Trash2 } from 'lucide-react';
import { useAtom } from 'jotai';
import { lazy, Suspense, useId, useState } from 'react';
import { imageUrl } from '../../../ui/image-url.ts';
import { call } from '../../request.ts';
import { useAction } from '../action.ts';
import { photoOriginalsAtom, PROPOSED, type Original } from './photo/originals.ts';

// Opened by who wants to mend a photo.
const PhotoDialog = lazy(() => import('./photo/photo-dialog.tsx'));

const BYTES_MAX = 5 * 1024 * 1024;
const UPLOAD_MS_MAX = 60_000;
const ACCEPTED = {
  product: 'image/jpeg,image/png,image/gif,image/webp',
  logo: 'image/png,image/jpeg,image/svg+xml',
} as const;
const LOGO_TYPES = new Set(['image/png', 'image/jpeg', 'image/svg+xml']);

type Props = {
  label: string;
  value: string | null;
  use: 'product' | 'logo';
  name: string;
  onValue: (hash: string | null) => void;
};

export function ImageField({ label, value, use, name, onValue }: Props) {
  const id = useId();
  const action = useAction();
  const [wrong, setWrong] = useState<string | null>(null);
  const [adjusting, setAdjusting] = useState(false);
  const [originals, keepOriginal] = useAtom(photoOriginalsAtom);

  const choose = (file: File | undefined) => {
    if (!file) return;
    const reason = refuse(file, use);
    setWrong(reason && [reason.title, reason.text].filter((part) => part !== undefined).join('. '));
    action.failureToast.clear();
    if (reason) {
      action.failureToast.tell(reason);
      return;
    }
    send(file, async () => {
      const address = URL.createObjectURL(file);
      return { address, look: PROPOSED, sent: address };
    });
  };

  const send = (file: File, originalOf: () => Promise<Original>) =>
    void action.run(use === 'logo' ? 'Erro no upload' : 'Erro ao fazer upload da imagem', async () => {
      const form = new FormData();
      form.set('use', use);
      form.set('file', file);
      const { hash } = await call('POST /api/staff/images', {
        body: form,
        timeoutMs: UPLOAD_MS_MAX,
      });
      // First: on the relay's address the picture cannot be asked for before the menu names it.
      keepOriginal(hash, await originalOf());
      onValue(hash);
    });

  const original =
    value === null ? null : (originals.get(value) ?? { address: imageUrl(value, 960), look: PROPOSED });

  return (
    <div className="flex flex-col gap-1 sm:col-span-2">
      <span className="text-sm font-semibold">{label}</span>
      <div className="flex flex-wrap items-center gap-4">
        <div className="grid size-28 shrink-0 place-items-center overflow-hidden rounded-2xl bg-base-300">
          <Shown
            src={value && (originals.get(value)?.sent ?? imageUrl(value, 320))}
            busy={action.busy}
            use={use}
            name={name}
          />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-2">
          <label htmlFor={id} className="btn cursor-pointer">
            <ImageUp aria-hidden className="size-5" /> {value === null ? 'Escolher imagem' : 'Trocar imagem'}
          </label>
          <input
            id={id}
            type="file"
            accept={ACCEPTED[use]}
            className="sr-only"
            disabled={action.busy}
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          {value !== null && use === 'product' && (
            <button type="button" className="btn btn-sm min-h-9" onClick={() => setAdjusting(true)}>
              <Crop aria-hidden className="size-4" /> Ajustar foto
            </button>
          )}
          {value !== null && (
            <button type="button" className="btn btn-ghost btn-sm min-h-9" onClick={() => onValue(null)}>
              <Trash2 aria-hidden className="size-4" />{' '}
              {use === 'logo' ? 'Restaurar logo padrão' : 'Tirar a imagem'}
            </button>
          )}
          <p className="text-sm">{use === 'logo' ? 'PNG, JPG ou SVG' : 'JPG, PNG ou GIF'}, até 5 MB.</p>
        </div>
      </div>
      {use === 'product' && (
        <p className="text-sm text-base-content/75">
          Foto de verdade vende mais: perto de uma janela e sem flash, o copo inteiro, fundo liso.
        </p>
      )}
      {adjusting && original && (
        <Suspense>
          <PhotoDialog
            original={original}
            onClose={() => setAdjusting(false)}
            onSave={(photo, look) => {
              setAdjusting(false);
              send(new File([photo], 'foto.jpg', { type: photo.type }), async () => ({
                address: await lastingAddress(original.address),
                look,
                sent: URL.createObjectURL(photo),
              }));
            }}
          />
        </Suspense>
      )}
      {(wrong ?? action.failed) !== null && (
        <p role="alert" className="text-sm font-semibold text-error">
          {wrong ?? action.failed}
        </p>
      )}
    </div>
  );
}

type ShownProps = Pick<Props, 'use' | 'name'> & { src: string | null; busy: boolean };

function Shown({ src, busy, use, name }: ShownProps) {
  return busy ? (
    <span className="loading loading-spinner" role="status" aria-label="Enviando" />
  ) : src === null ? (
    <span className="text-sm">{use === 'logo' ? 'logo padrão' : 'sem foto'}</span>
  ) : (
    <img
      src={src}
      alt={`Foto de ${name === '' ? 'novo item' : name}`}
      className={`size-full ${use === 'logo' ? 'object-contain' : 'object-cover'}`}
    />
  );
}

/** An answer that takes longer leaves the next adjustment the photo as it is stored. */
const ORIGINAL_MS_MAX = 10_000;

/** Of a photo that the store had: once it is replaced, nobody can ask for it any more. As a page gets it, not the PNG of few colours that others get. */
async function lastingAddress(address: string): Promise<string> {
  if (address.startsWith('blob:')) return address;
  try {
    const init = { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(ORIGINAL_MS_MAX) };
    const photo = await fetch(address, init);
    return photo.ok ? URL.createObjectURL(await photo.blob()) : address;
  } catch {
    return address;
  }
}

function refuse(file: File, use: 'product' | 'logo'): { title: string; text?: string } | null {
  if (use === 'logo') {
    if (!LOGO_TYPES.has(file.type))
      return { title: 'Formato não suportado', text: 'Use um arquivo PNG, JPG ou SVG.' };
    return file.size > BYTES_MAX
      ? { title: 'Arquivo muito grande', text: 'A imagem deve ter no máximo 5MB' }
      : null;
  }
  if (!file.type.startsWith('image/')) return { title: 'Por favor, selecione apenas arquivos de imagem' };
  return file.size > BYTES_MAX ? { title: 'A imagem deve ter no máximo 5MB' } : null;
}
