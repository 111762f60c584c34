// The way back from the pages that stand beside the five tabs.
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';

export const BackToOrders = () => (
  <Link to="/atacado/admin" className="mb-2 inline-flex min-h-9 items-center gap-1 font-semibold underline">
    <ArrowLeft aria-hidden className="size-4" /> Pedidos
  </Link>
);
