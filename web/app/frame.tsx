// The page around every customer screen.
import type { ReactNode } from 'react';
import { Header } from './header.tsx';

type Props = {
  /** At the end of the header, and always in sight with it. */
  news?: ReactNode;
  children: ReactNode;
};

export function Frame({ news, children }: Props) {
  return (
    <div className="customer flex min-h-dvh flex-col">
      <a
        href="#conteudo"
        className="btn btn-primary fixed top-2 left-2 z-50 -translate-y-24 focus:translate-y-0"
      >
        Pular para o conteúdo
      </a>
      <Header news={news} />
      <main id="conteudo" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  );
}
