// The first start of a card that was just written, through the store's real composition: what of it comes onto paper.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endFakeTime, fakeTimers } from '../testing/fake-timers.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole } from '../testing/sign-in.ts';

let store: TestStore;
let plugged: string[];
/** What happens while the machine is asked for its USB printers. */
let meanwhile: () => void;
beforeEach(async () => {
  plugged = [];
  meanwhile = () => undefined;
  fakeTimers();
  store = await openTestStore({
    usbPrinters: () => {
      meanwhile();
      return Promise.resolve(plugged);
    },
  });
});
afterEach(() => endFakeTime(store));

async function pass(seconds: number): Promise<void> {
  store.clock.nowMs += seconds * 1000;
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}
const known = () => store.printing.printers.list().map(({ id, transport }) => ({ id, transport }));
const slips = () =>
  store.printing.queue
    .list()
    .filter(({ purpose }) => purpose === 'setup')
    .map(({ id, printerId, state }) => ({
      printerId,
      state,
      document: store.printing.queue.documentOf(id)?.document,
    }));
const usb = (devicePath: string) => ({ id: 'principal', transport: { kind: 'file', devicePath } });

it('prints the setup slip on the USB printer of a card that knows no printer', async () => {
  plugged = ['/dev/usb/lp0'];
  store.start();
  await pass(1);
  expect(known()).toEqual([usb('/dev/usb/lp0')]);
  expect(slips()).toEqual([
    {
      printerId: 'principal',
      state: expect.stringMatching(/queued|sending/) as string,
      document: {
        kind: 'setup',
        slip: {
          code: store.setup.code(),
          address: expect.stringMatching(/^http:\/\/[\w.]+(:\d+)?$/) as string,
          atMs: expect.any(Number) as number,
        },
      },
    },
  ]);
  // Not once more in this start.
  await pass(60);
  expect(slips()).toHaveLength(1);
});

it('prints it on one whose cable comes later', async () => {
  store.start();
  await pass(60);
  expect([known(), slips()]).toEqual([[], []]);
  plugged = ['/dev/usb/lp1'];
  await pass(15);
  expect(known()).toEqual([usb('/dev/usb/lp1')]);
  expect(slips()).toHaveLength(1);
});

it('leaves a printer on USB alone where another one is named while it is looked for', async () => {
  plugged = ['/dev/usb/lp0'];
  meanwhile = () =>
    store.printing.printers.saveFirst({
      printer_enabled: true,
      printer_ip: '192.168.0.50',
      printer_port: 9100,
    });
  store.start();
  await pass(1);
  expect(known()).toEqual([
    { id: 'principal', transport: expect.objectContaining({ host: '192.168.0.50' }) as object },
  ]);
});

it('leaves a printer on USB alone where another one is known: that one prints it', async () => {
  plugged = ['/dev/usb/lp0'];
  const first = { printer_enabled: true, printer_ip: '192.168.0.50', printer_port: 9100 };
  store.printing.printers.saveFirst(first);
  store.start();
  await pass(1);
  expect(known()).toEqual([
    { id: 'principal', transport: { kind: 'tcp', host: '192.168.0.50', port: 9100 } },
  ]);
  expect(slips()).toMatchObject([{ printerId: 'principal' }]);
});

it('prints nothing and takes no printer where there is an owner', async () => {
  await asRole(store, 'ADMIN');
  plugged = ['/dev/usb/lp0'];
  store.start();
  await pass(60);
  expect([known(), slips()]).toEqual([[], []]);
});
