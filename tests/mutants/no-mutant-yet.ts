// Runs before each test file is read. Stryker makes a mutant active when the tests of a file begin, and counts on a thread that has had
// none before: this one stays, and what a file makes while it is read would be made with the mutant of the run before.
import { inject } from 'vitest';

const told = inject as (key: string) => string | undefined;
const stryker = (globalThis as Record<string, unknown>)[told('globalNamespace') ?? ''] as
  | { activeMutant?: string | undefined }
  | undefined;
if (stryker !== undefined && told('mutantActivation') !== 'static') stryker.activeMutant = undefined;
