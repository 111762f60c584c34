// What a cart in the browser's storage has to be, whatever lies in it: somebody may have written anything there.

/** Reads a stored list whose entries have ids of their own. Null when it is not one: then nothing of it is trusted. */
export function parseCart<T extends { id: string }>(
  text: string,
  max: number,
  read: (value: unknown) => T | null,
): T[] | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(stored) || stored.length > max) return null;
  const entries = stored.map(read);
  const ids = new Set(entries.map((entry) => entry?.id));
  return entries.every((entry) => entry !== null) && ids.size === entries.length ? entries : null;
}
