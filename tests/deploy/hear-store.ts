// Waits until a store says on the network that it is balcao.local, and where. Also by itself, in the network of that store:
//   node tests/deploy/hear-store.ts
import multicastDns from 'multicast-dns';

const HEARD_MS_MAX = 30_000;

/** Its address. */
export function hearTheStore(msMax = HEARD_MS_MAX): Promise<string> {
  const ear = multicastDns();
  const question = setInterval(() => ear.query('_http._tcp.local', 'PTR'), 1000);
  return new Promise<string>((resolve, reject) => {
    setTimeout(() => reject(new Error('balcao.local was not heard')), msMax).unref();
    ear.on('response', ({ answers, additionals }) => {
      for (const { name, type, data } of [...answers, ...additionals])
        if (name === 'balcao.local' && type === 'A') resolve(String(data));
    });
    ear.query('_http._tcp.local', 'PTR');
  }).finally(() => {
    clearInterval(question);
    ear.destroy();
  });
}

if (import.meta.main) process.stdout.write(await hearTheStore());
