// After the last test of a file: what it replaced is as it was, for the next file in this process.
import { afterAll, vi } from 'vitest';

const { fetch } = globalThis;

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  // A spy on what was already stubbed puts the stub back for good.
  if (globalThis.fetch === fetch) return;
  globalThis.fetch = fetch;
  throw new Error('this file leaves another fetch behind: answer by the stub, and spy on none');
});
