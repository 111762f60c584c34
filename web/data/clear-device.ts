// Clears what this site keeps on the device. Throws when the browser does not allow it: whoever asked says so.

export function clearStored(which: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key);
  sessionStorage.clear();
}

/** The copies of pages and menu that make the site work offline; there are none on plain http. */
export async function clearCaches(): Promise<void> {
  if (!('caches' in window)) return;
  for (const name of await caches.keys()) await caches.delete(name);
}
