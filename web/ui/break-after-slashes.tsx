import type { ReactNode } from 'react';

/** 'Telefone/WhatsApp' goes on after its slash where letters are large: a browser would rather part the word. */
export const breakAfterSlashes = (text: string): ReactNode[] =>
  text.split('/').flatMap((part, at) => (at === 0 ? [part] : ['/', <wbr key={at} />, part]));
