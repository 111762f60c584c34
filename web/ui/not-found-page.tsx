// Any address that leads nowhere.
import { Link } from 'react-router-dom';
import { useTitle } from './title.ts';

export function NotFoundPage() {
  useTitle('Página não encontrada');
  return (
    <section className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 py-16 text-center">
      <p className="numbers text-8xl font-extrabold text-primary">404</p>
      <h1 className="text-3xl">Página não encontrada</h1>
      <p>Este endereço não existe, ou o conteúdo mudou de lugar.</p>
      <Link to="/" className="btn btn-primary">
        Voltar para o início
      </Link>
    </section>
  );
}
