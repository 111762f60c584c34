// 'Ajustar foto': what of a photo is shown, and its light, before customers see it. Done in the browser, from the photo as it was chosen.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { cropOf, PHOTO_ASPECT, pulled, WHOLE, ZOOM_MAX, type Frame } from './frame.ts';
import { AS_TAKEN, levelsOf, lightTable, relight } from './light.ts';

const SHOWN_PX = 640;
/** As large as any screen shows it. */
const KEPT_PX_MAX = 1600;
const QUALITY = 0.9;

type Props = {
  /** The address of the photo: of this host, or of a file that was chosen. */
  from: string;
  onSave: (photo: Blob) => void;
  onClose: () => void;
};
type Look = { frame: Frame; isStretched: boolean; light: number };

export default function PhotoDialog({ from, onSave, onClose }: Props) {
  const [photo, setPhoto] = useState<HTMLImageElement | null>(null);
  const [failed, setFailed] = useState(false);
  const [look, setLook] = useState<Look>({ frame: WHOLE, isStretched: true, light: 0 });
  const shown = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const image = new Image();
    image.onload = () => setPhoto(image);
    image.onerror = () => setFailed(true);
    image.src = from;
    return () => {
      image.onload = null;
      image.onerror = null;
    };
  }, [from]);
  useEffect(() => {
    if (photo && shown.current) draw(shown.current, photo, look, SHOWN_PX);
  }, [photo, look]);

  const move = (frame: Frame) => setLook((now) => ({ ...now, frame }));
  const pull = ({
    buttons,
    movementX,
    movementY,
    currentTarget: { clientWidth, clientHeight },
  }: PointerEvent) => {
    if (photo && buttons === 1)
      move(pulled(sizeOf(photo), look.frame, movementX / clientWidth, movementY / clientHeight));
  };
  const save = () => {
    if (!photo) return;
    const kept = document.createElement('canvas');
    draw(kept, photo, look, Math.min(KEPT_PX_MAX, Math.round(cropOf(sizeOf(photo), look.frame).width)));
    kept.toBlob((blob) => (blob ? onSave(blob) : setFailed(true)), 'image/jpeg', QUALITY);
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
        <>
          <canvas
            ref={shown}
            role="img"
            aria-label="Como os clientes vão ver a foto"
            className="aspect-4/3 w-full cursor-move touch-none rounded-2xl bg-base-300"
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={pull}
          />
          <Controls look={look} onLook={setLook} />
        </>
      )}
    </Dialog>
  );
}

/** `form=""`: Enter in one of them sends no form that the dialog was opened from. */
function Controls({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  const { frame } = look;
  const place = (change: Partial<Frame>) => onLook({ ...look, frame: { ...frame, ...change } });
  return (
    <div className="mt-3 flex flex-col gap-2">
      <Slider
        label="Aproximar"
        value={frame.zoom}
        from={1}
        to={ZOOM_MAX}
        onValue={(zoom) => place({ zoom })}
      />
      <Slider label="Para os lados" value={frame.x} from={0} to={1} onValue={(x) => place({ x })} />
      <Slider label="Para cima e para baixo" value={frame.y} from={0} to={1} onValue={(y) => place({ y })} />
      <label className="flex min-h-9 items-center gap-2 font-semibold">
        <input
          type="checkbox"
          form=""
          className="checkbox checkbox-primary"
          checked={look.isStretched}
          onChange={(event) => onLook({ ...look, isStretched: event.target.checked })}
        />
        Corrigir a luz
      </label>
      <Slider
        label="Luz"
        value={look.light}
        from={-1}
        to={1}
        onValue={(light) => onLook({ ...look, light })}
      />
    </div>
  );
}

type SliderProps = {
  label: string;
  value: number;
  from: number;
  to: number;
  onValue: (value: number) => void;
};

const Slider = ({ label, value, from, to, onValue }: SliderProps) => (
  <label className="flex flex-wrap items-center gap-x-3 text-sm font-semibold">
    <span className="basis-44">{label}</span>
    <input
      type="range"
      form=""
      className="min-h-9 flex-1 accent-primary"
      min={from}
      max={to}
      step={0.02}
      value={value}
      onChange={(event) => onValue(Number(event.target.value))}
    />
  </label>
);

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
  relight(points.data, lightTable(look.isStretched ? levelsOf(points.data) : AS_TAKEN, look.light));
  context.putImageData(points, 0, 0);
}
