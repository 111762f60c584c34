// What is kept on this device. Storage may be full or forbidden: then the app goes on without, and says so in the log.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.warn('storage cannot be read', error);
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (error) {
    console.warn('storage cannot be written', error);
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    console.warn('storage cannot be changed', error);
  }
}

/** Reads JSON that `is` recognises; anything else is nothing. */
export function readJson<T>(key: string, is: (value: unknown) => value is T): T | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : null;
  } catch {
    return null;
  }
}
