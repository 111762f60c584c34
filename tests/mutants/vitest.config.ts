// What Stryker runs for each mutant of `shared`: the tests that stand beside the rules, and nothing that starts a server.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['shared/**/*.test.ts'], setupFiles: ['tests/support/quiet-console.ts'] },
});
