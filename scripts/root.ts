// Where the project is. Every script starts from here, never from the folder it was called in.
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
