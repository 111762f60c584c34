// Tells the floating cart how much room a bar at the bottom of the page takes.
import { useEffect } from 'react';

export function useDock(height: string): void {
  useEffect(() => {
    document.documentElement.style.setProperty('--dock', height);
    return () => void document.documentElement.style.removeProperty('--dock');
  }, [height]);
}
