// Fails a test that prints: whatever reaches the console unasked is a warning that nobody reads. A test
// that expects output replaces the method itself (`vi.spyOn(console, 'error').mockImplementation(…)`).
import { inspect } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const heard: string[] = [];

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  console[method] = (...parts: unknown[]) => {
    heard.push(
      `console.${method}: ${parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ')}`,
    );
  };
}

function refuseOutput(): void {
  const lines = heard.splice(0);
  if (lines.length > 0) throw new Error(`unexpected console output:\n${lines.join('\n')}`);
}

afterEach(refuseOutput);
// What is printed while a file loads or its last hooks run belongs to no test.
afterAll(refuseOutput);
