// Any address that leads nowhere.
import { Link } from 'react-router-dom';
import { NoticePage } from './notice-page.tsx';
import { useTitle } from './title.ts';

export function NotFoundPage() {
  useTitle('Página não encontrada');
  return (
    <NoticePage
      title="Página não encontrada"
      text="Este endereço (erro 404) não existe, ou o conteúdo mudou de lugar."
    >
      <Link to="/" className="btn btn-primary btn-lg">
        Voltar para o início
      </Link>
      <Link to="/pedido" className="btn btn-ghost">
        Fazer Pedido
      </Link>
    </NoticePage>
  );
}
