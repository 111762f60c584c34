// A process that starts one fake part and then waits, so that a test can kill it and look for orphans.
import { createChild } from '../../../scripts/child.ts';

const port = process.env.FAKE_PORT ?? '';
const child = createChild({
  name: 'fake',
  file: 'tests/support/fake-parts/server.ts',
  env: { FAKE_PORT: port },
  readyUrl: `http://127.0.0.1:${port}/`,
  isReady: (response) => response.ok,
  readyMsMax: 60_000,
});
await child.start();
console.log('the part is ready');
