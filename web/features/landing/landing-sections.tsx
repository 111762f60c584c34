// The landing page below its first screen.
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Footer } from './footer.tsx';
import { Products } from './products.tsx';
import { Ranking } from './ranking.tsx';

export default function LandingSections() {
  // Whoever came for an anchor was brought to its empty place.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <>
      <Products />
      <Ranking />
      <section className="mx-auto w-full max-w-6xl px-4 py-10">
        <div className="flex flex-col items-center gap-4 rounded-3xl bg-accent px-6 py-10 text-center text-accent-content">
          <h2 className="text-4xl">Bateu a vontade?</h2>
          <p className="text-lg">Em menos de dois minutos seu pedido está na cozinha.</p>
          <Link to="/pedido" className="btn btn-lg h-14 border-0 bg-brand px-8 text-xl text-brand-content">
            Fazer Pedido
          </Link>
        </div>
      </section>
      <Footer />
    </>
  );
}
