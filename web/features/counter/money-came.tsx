// The green that says without a tap that the money is there.
import { CheckCircle2 } from 'lucide-react';

export const MoneyCame = ({ text }: { text: string }) => (
  <div
    role="status"
    className="grid place-items-center gap-3 rounded-2xl bg-success p-10 text-success-content"
  >
    <CheckCircle2 aria-hidden className="size-24" />
    <p className="text-4xl font-extrabold">{text}</p>
  </div>
);
