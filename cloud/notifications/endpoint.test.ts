import { expect, it } from 'vitest';
import { allowedEndpoint } from './endpoint.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QAbc',
  'https://wns2-bl2p.notify.windows.com/w/?token=abc',
])('lets notifications go to %s', (endpoint) => {
  expect(allowedEndpoint(endpoint, { simulators: false })).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:pass@fcm.googleapis.com/fcm/send/abc',
  'https://:pass@fcm.googleapis.com/fcm/send/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evilpush.apple.com.example/abc',
  'https://notify.windows.com/abc',
  'https://127.0.0.1/abc',
  'http://localhost:3000/api/staff',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'not an address',
])('keeps them from %s', (endpoint) => {
  expect(allowedEndpoint(endpoint, { simulators: false })).toBe(false);
});

it('lets this very machine in for tests alone', () => {
  expect(allowedEndpoint('http://127.0.0.1:5000/abc', { simulators: true })).toBe(true);
  expect(allowedEndpoint('http://10.0.0.1:5000/abc', { simulators: true })).toBe(false);
});
