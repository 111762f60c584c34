// The page around every customer screen.
import type { ReactNode } from 'react';
import { Header } from './header.tsx';

type Props = {
  /** Between the header and the screen. */
  news?: ReactNode;
  /** Over the screen. */
  floating?: ReactNode;
  children: ReactNode;
};

export function Frame({ news, floating, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#conteudo"
        className="btn btn-primary fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Pular para o conteúdo
      </a>
      <Header />
      {news}
      <main id="conteudo" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      {floating}
    </div>
  );
}
