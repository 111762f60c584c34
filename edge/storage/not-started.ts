// Whether a program of the store's own was started at all. Under an emulator of which the system knows nothing, the system cannot start the
// same program once more: it hands it to a shell, which takes it for a script.

/** What a shell ends with then. Node ends with neither. */
const CODES: readonly unknown[] = [2, 126];

/** `code`: what a process ended with. */
export const isNotStarted = (code: unknown): boolean => CODES.includes(code);
