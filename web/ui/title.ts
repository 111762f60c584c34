// The name of the page in the browser's tab.
import { useEffect } from 'react';

export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} · Balcão Açaí` : 'Balcão Açaí';
  }, [title]);
}
