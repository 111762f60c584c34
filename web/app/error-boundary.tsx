// Catches what a screen threw: says so, keeps the rest of the app alive, and offers the way on.
import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };
type State = { error: unknown };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    console.error('a screen failed', error);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <div
        role="alert"
        className="mx-auto flex max-w-md flex-1 flex-col items-center justify-center gap-4 px-6 py-16 text-center"
      >
        <h1 className="text-3xl">Ops, derramou um pouco</h1>
        <p>
          {isLoadFailure(this.state.error)
            ? 'Esta parte do site não carregou. Confira sua internet e tente de novo.'
            : 'Esta tela parou de funcionar. Seu carrinho está guardado: recarregue a página para continuar.'}
        </p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Recarregar a página
        </button>
        <a href="/" className="link">
          Ir para o início
        </a>
      </div>
    );
  }
}

// A page's code that could not be fetched: no network, or a new version replaced it.
const isLoadFailure = (error: unknown): boolean =>
  error instanceof TypeError && /import|module|fetch/i.test(error.message);
