// 'Ajustar foto': what of a photo is shown, and its light, before customers see it. Done in the browser, from the photo as it was chosen.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { cropOf, PHOTO_ASPECT, moveFrame, roomOf, ZOOM_MAX, type Frame } from './frame.ts';
import { AS_TAKEN, levelsOf, lightTable, applyLight } from './light.ts';
import { UNTOUCHED, type Look, type Original } from './originals.ts';

const SHOWN_PX = 640;
/** As large as any screen shows it. */
const KEPT_PX_MAX = 1600;
const QUALITY = 0.9;
/** Fewer than a phone's screen has across half of it, where the lists show a photo. */
const SHARP_PX_MIN = 480;

type Props = {
  /** The photo before anything was done to it, and what to begin with. */
  original: Original;
  onSave: (photo: Blob, look: Look) => void;
  onClose: () => void;
};
type Size = { width: number; height: number };

export default function PhotoDialog({ original: { address, look: begun }, onSave, onClose }: Props) {
  const [photo, setPhoto] = useState<HTMLImageElement | null>(null);
  const [failed, setFailed] = useState(false);
  const [look, setLook] = useState(begun);
  const shown = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const image = new Image();
    image.onload = () => setPhoto(image);
    image.onerror = () => setFailed(true);
    image.src = address;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [address]);
  useEffect(() => {
    if (photo && shown.current) draw(shown.current, photo, look, SHOWN_PX);
  }, [photo, look]);

  // The way between two moves by itself: a phone's browser gives `movementX` for no finger.
  const pulledFrom = useRef({ x: 0, y: 0 });
  const pull = ({ buttons, isPrimary, clientX: x, clientY: y, currentTarget }: PointerEvent) => {
    if (!photo || !isPrimary || buttons !== 1) return;
    const right = (x - pulledFrom.current.x) / currentTarget.clientWidth;
    const down = (y - pulledFrom.current.y) / currentTarget.clientHeight;
    pulledFrom.current = { x, y };
    setLook((now) => ({ ...now, frame: moveFrame(sizeOf(photo), now.frame, right, down) }));
  };
  const save = () => {
    if (!photo) return;
    const kept = document.createElement('canvas');
    draw(kept, photo, look, Math.min(KEPT_PX_MAX, Math.round(cropOf(sizeOf(photo), look.frame).width)));
    kept.toBlob((blob) => (blob ? onSave(blob, look) : setFailed(true)), 'image/jpeg', QUALITY);
  };

  return (
    <Dialog
      title="Ajustar foto"
      onClose={onClose}
      form
      actions={
        <>
          <button type="button" className="btn btn-primary" disabled={!photo || failed} onClick={save}>
            Usar esta foto
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Deixar como está
          </button>
        </>
      }
    >
      {failed ? (
        <p role="alert">Este navegador não conseguiu abrir a foto. Ela fica como foi enviada.</p>
      ) : (
        // On a phone on its side the controls stand beside the photo.
        <div className="short:grid short:grid-cols-2 short:items-start short:gap-4">
          <canvas
            ref={shown}
            role="img"
            aria-label="Como os clientes vão ver a foto"
            className="mx-auto block aspect-4/3 w-[min(100%,46dvh)] short:sticky short:top-0 cursor-move touch-none rounded-2xl bg-base-300"
            onPointerDown={(event) => {
              if (!event.isPrimary) return;
              pulledFrom.current = { x: event.clientX, y: event.clientY };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={pull}
          />
          {photo && <Controls photo={sizeOf(photo)} look={look} onLook={setLook} />}
        </div>
      )}
    </Dialog>
  );
}

type ControlsProps = { photo: Size; look: Look; onLook: (look: Look) => void };

/** `form=""`: Enter in one of them sends no form that the dialog was opened from. */
function Controls({ photo, look, onLook }: ControlsProps) {
  const { frame } = look;
  const room = roomOf(photo, frame);
  const place = (change: Partial<Frame>) => onLook({ ...look, frame: { ...frame, ...change } });
  return (
    <div className="mt-3 flex flex-col gap-2 short:mt-0">
      <Slider label="Aproximar" value={frame.zoom} room={[1, ZOOM_MAX]} onValue={(zoom) => place({ zoom })} />
      <Slider label="Para os lados" value={frame.x} room={room.x} onValue={(x) => place({ x })} />
      <Slider label="Para cima e para baixo" value={frame.y} room={room.y} onValue={(y) => place({ y })} />
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <label className="flex min-h-9 items-center gap-2 text-sm font-semibold">
          <input
            type="checkbox"
            form=""
            className="checkbox checkbox-primary"
            checked={look.isStretched}
            onChange={(event) => onLook({ ...look, isStretched: event.target.checked })}
          />
          Corrigir a luz
        </label>
        <button
          type="button"
          className="btn btn-ghost btn-sm -mr-3 min-h-9"
          onClick={() => onLook(UNTOUCHED)}
        >
          Como saiu da câmera
        </button>
      </div>
      <Slider label="Luz" value={look.light} room={[-1, 1]} onValue={(light) => onLook({ ...look, light })} />
      {cropOf(photo, frame).width < SHARP_PX_MIN && (
        <p role="status" className="text-sm text-base-content/75">
          Esta parte é pequena e vai ficar sem nitidez. Escolha uma foto maior, ou aproxime menos.
        </p>
      )}
    </div>
  );
}

type SliderProps = {
  label: string;
  value: number;
  /** From where to where; nothing to choose where both are the same. */
  room: [number, number];
  onValue: (value: number) => void;
};

const STEPS = 50;

function Slider({ label, value, room: [from, to], onValue }: SliderProps) {
  const shown = Math.min(to, Math.max(from, value));
  const isFixed = to - from < 0.001;
  return (
    <label className="flex flex-wrap items-center gap-x-3 text-sm font-semibold">
      <span className="max-w-full shrink-0 basis-[11.5rem]">{label}</span>
      <input
        type="range"
        form=""
        className="min-h-9 min-w-24 flex-1 accent-primary disabled:opacity-40"
        min={from}
        max={to}
        step={isFixed ? 1 : (to - from) / STEPS}
        value={shown}
        disabled={isFixed}
        aria-valuetext={isFixed ? 'tudo' : `${Math.round(((shown - from) / (to - from)) * 100)}%`}
        onChange={(event) => onValue(Number(event.target.value))}
      />
    </label>
  );
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height });

/** Draws what is shown of the photo, in its light, so many pixels wide. */
function draw(canvas: HTMLCanvasElement, photo: HTMLImageElement, look: Look, width: number): void {
  canvas.width = width;
  canvas.height = Math.round(width / PHOTO_ASPECT);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const crop = cropOf(sizeOf(photo), look.frame);
  // What a cut-out picture leaves open is white for customers, and not black, as JPEG would have it.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, crop.left, crop.top, crop.width, crop.height, 0, 0, canvas.width, canvas.height);
  const points = context.getImageData(0, 0, canvas.width, canvas.height);
  applyLight(points.data, lightTable(look.isStretched ? levelsOf(points.data) : AS_TAKEN, look.light));
  context.putImageData(points, 0, 0);
}
