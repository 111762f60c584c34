// The QR code of a PIX: the provider's own picture, or its payload drawn here where there is no picture. Always dark on white,
// also in the dark theme: cameras need it.
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import { useEffect, useState } from 'react';

export function PixQr({ payment }: { payment: Pick<PixPayment, 'qrCode' | 'qrCodeBase64'> }) {
  const [failed, setFailed] = useState(false);
  const drawn = payment.qrCodeBase64 === '' || failed;
  return (
    <div className="mx-auto aspect-square w-56 max-w-full shrink-0 rounded-2xl bg-white p-3">
      {drawn ? (
        <DrawnQr text={payment.qrCode} />
      ) : (
        <img
          src={`data:image/png;base64,${payment.qrCodeBase64}`}
          alt="QR Code do PIX"
          width={200}
          height={200}
          className="size-full [image-rendering:pixelated]"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}

function DrawnQr({ text }: { text: string }) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null);
  useEffect(() => {
    let wanted = true;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { ecc: 'M', border: 1 });
        const d = data
          .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
          .join('');
        if (wanted) setPath({ d, size });
      },
      (error: unknown) => console.warn('the QR code could not be drawn', error),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  if (!path) return null;
  return (
    <svg
      viewBox={`0 0 ${path.size} ${path.size}`}
      role="img"
      aria-label="QR Code do PIX"
      className="size-full"
      shapeRendering="crispEdges"
    >
      <path d={path.d} fill="#000" />
    </svg>
  );
}
