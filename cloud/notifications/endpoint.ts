// Where notifications may be sent. A browser names the address, and the relay posts there: only the browsers' own services.

const SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];
const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

/** `simulators` also lets this very machine in, without https. */
export function allowedEndpoint(endpoint: string, { simulators }: { simulators: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (simulators && LOOPBACK.has(hostname)) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))
  );
}
