// The landing page.
import { Link } from 'react-router-dom';
import { useTitle } from '../../ui/title.ts';

export function LandingPage() {
  useTitle(null);
  return (
    <section className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-12">
      <h1 className="text-4xl">Açaí do seu jeito</h1>
      <Link to="/pedido" className="btn btn-primary btn-lg">
        Fazer Pedido
      </Link>
    </section>
  );
}
