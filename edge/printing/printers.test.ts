import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../storage/open.ts';
import { createPrinters, printerAddress, type Printers } from './printers.ts';

const migrations = fileURLToPath(new URL('../storage/migrations', import.meta.url));

let printers: Printers;
beforeEach(() => {
  printers = createPrinters(openDatabase(':memory:', migrations), { simulators: false });
});

const good = {
  name: 'Bar',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.60', port: 9100 },
  columns: 32,
  codePage: 'PC860',
  purposes: ['kitchen', 'kitchen', 'counter'],
};

describe('what is wrong with a printer', () => {
  it.each([
    {},
    { name: 1, enabled: 'x', transport: {}, columns: 'x', codePage: 1, purposes: 'x' },
    { ...good, transport: { kind: 'tcp', host: 7, port: Number.POSITIVE_INFINITY }, purposes: [1] },
    { ...good, transport: { kind: 'file' } },
  ])('is told in Portuguese: %o', (input) => {
    for (const result of [printers.save(null, input), printers.saveFirst(input)]) {
      if (result.ok || result.refusal.code !== 'invalid') throw new Error('was not refused');
      for (const { message } of result.refusal.fields)
        expect(message).toMatch(/^(Dê|Escolha|Use|Informe|A porta|Endereço)/);
    }
  });
});

describe('the commands of a printer', () => {
  it('are what most printers speak where nobody chose', () => {
    expect(printers.save(null, good)).toMatchObject({ ok: true, value: { family: 'EPSON' } });
  });

  it.each([
    ['DARUMA', 'PC860', true],
    ['STAR', 'WPC1252', true],
    ['STAR', 'PC850', false],
    ['BROTHER', 'WPC1252', true],
    ['BROTHER', 'PC860', false],
    ['BEMATECH', 'PC860', false],
  ])('%s with %s are taken: %s', (family, codePage, isTaken) => {
    const saved = printers.save(null, { ...good, family, codePage });
    expect(saved.ok).toBe(isTaken);
    expect(printers.list().map((one) => [one.family, one.codePage])).toEqual(
      isTaken ? [[family, codePage]] : [],
    );
  });
});

describe("the spec's printer settings", () => {
  it('are off and empty with port 9100 before anybody saves', () => {
    expect(printers.first()).toEqual({ printer_enabled: false, printer_ip: '', printer_port: 9100 });
  });

  it('are the first printer', () => {
    const saved = printers.saveFirst({
      printer_enabled: 'true',
      printer_ip: ' 192.168.0.50 ',
      printer_port: '9101',
    });
    expect(saved.ok).toBe(true);
    expect(printers.first()).toEqual({
      printer_enabled: true,
      printer_ip: '192.168.0.50',
      printer_port: 9101,
    });
    expect(printers.list()).toMatchObject([{ id: 'principal', name: 'Cozinha', columns: 48 }]);
  });

  it('say of a first printer on a cable that it has no address', () => {
    const cable = { ...good, transport: { kind: 'file', devicePath: '/dev/usb/lp0' } };
    expect(printers.save('principal', cable).ok).toBe(true);
    expect(printers.first()).toEqual({ printer_enabled: true, printer_ip: '', printer_port: 9100 });
  });

  it.each(['abc', '', undefined, null])('fall back to port 9100 when it is %o', (printer_port) => {
    printers.saveFirst({ printer_enabled: false, printer_ip: '', printer_port });
    expect(printers.first().printer_port).toBe(9100);
  });

  it.each([0, 70000, 1.5])('refuse the port %d', (printer_port) => {
    const saved = printers.saveFirst({ printer_enabled: false, printer_ip: '', printer_port });
    expect(saved).toMatchObject({ ok: false, refusal: { fields: [{ field: 'printer_port' }] } });
  });

  it.each(['127.0.0.1', '169.254.1.1', '8.8.8.8', 'impressora.local', '::1'])(
    'refuse the address %s, even while the printer is off',
    (printer_ip) => {
      for (const printer_enabled of [true, false]) {
        const saved = printers.saveFirst({ printer_enabled, printer_ip, printer_port: 9100 });
        expect(saved).toMatchObject({ ok: false, refusal: { fields: [{ field: 'printer_ip' }] } });
      }
      expect(printers.list()).toEqual([]);
    },
  );

  it('need an address to be switched on', () => {
    const saved = printers.saveFirst({ printer_enabled: 'true', printer_ip: '', printer_port: 9100 });
    expect(saved).toMatchObject({
      refusal: { fields: [{ field: 'printer_ip', message: 'Configure o IP da impressora' }] },
    });
  });

  it('keep what else was set on the first printer', () => {
    const first = { ...good, transport: { ...good.transport } };
    printers.save('principal', first);
    printers.saveFirst({ printer_enabled: true, printer_ip: '10.0.0.2', printer_port: 9100 });
    expect(printers.byId('principal')).toMatchObject({ name: 'Bar', columns: 32, codePage: 'PC860' });
  });
});

describe('further printers', () => {
  it('are saved with their own name, paper, code page and purposes, and listed in their order', () => {
    printers.saveFirst({ printer_enabled: true, printer_ip: '192.168.0.50', printer_port: 9100 });
    const saved = printers.save(null, good);
    expect(saved.ok && saved.value).toMatchObject({ purposes: ['kitchen', 'counter'], position: 1 });
    expect(printers.list().map((printer) => printer.name)).toEqual(['Cozinha', 'Bar']);
    expect(printers.list().map(printerAddress)).toEqual(['192.168.0.50:9100', '192.168.0.60:9100']);
  });

  it('may be on USB, and on no other file', () => {
    const usb = { ...good, transport: { kind: 'file', devicePath: '/dev/usb/lp0' } };
    expect(printers.save(null, usb).ok).toBe(true);
    for (const devicePath of ['/etc/passwd', '/dev/sda', '/dev/usb/lp0/../../sda', 'lp0'])
      expect(printers.save(null, { ...good, transport: { kind: 'file', devicePath } }).ok).toBe(false);
  });

  it.each([
    ['name', { name: ' ' }, 'Dê um nome à impressora.'],
    ['name', { name: 'x'.repeat(41) }, 'Use até 40 letras no nome.'],
    ['enabled', { enabled: 'sim' }, 'Escolha entre habilitada e desabilitada.'],
    ['pictures', { pictures: 'sim' }, 'Escolha entre habilitada e desabilitada.'],
    ['columns', { columns: 40 }, 'Escolha 58 mm (32 colunas) ou 80 mm (48 colunas).'],
    ['codePage', { codePage: 'UTF-8' }, 'Escolha PC850, PC860 ou WPC1252.'],
    ['family', { family: 'BEMATECH' }, 'Escolha a família de comandos da impressora.'],
    ['purposes.0', { purposes: ['tudo'] }, 'Escolha o que esta impressora imprime.'],
    ['transport.kind', { transport: { kind: 'bluetooth' } }, 'Escolha a ligação: rede (IP) ou cabo USB.'],
    [
      'transport.devicePath',
      { transport: { kind: 'file', devicePath: '/dev/sda' } },
      'Use um dispositivo como /dev/usb/lp0.',
    ],
    [
      'transport.host',
      { transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 } },
      'Use o IP da impressora na rede da loja, como 192.168.0.50.',
    ],
    ['transport.host', { transport: { kind: 'tcp', host: ' ', port: 9100 } }, 'Configure o IP da impressora'],
    [
      'transport.host',
      { transport: { kind: 'tcp', host: '1'.repeat(46), port: 9100 } },
      'Endereço longo demais.',
    ],
    ...[0, 65_536, 1.5].map((port): [string, object, string] => [
      'transport.port',
      { transport: { kind: 'tcp', host: '192.168.0.60', port } },
      'A porta vai de 1 a 65535.',
    ]),
  ])('are refused with the name of the field: %s %j', (field, change, message) => {
    expect(printers.save(null, { ...good, ...change })).toEqual({
      ok: false,
      refusal: { code: 'invalid', fields: [{ field, message }] },
    });
  });

  it('are known to print where a person saw it, until they are at another address', () => {
    const saved = printers.save(null, good);
    const id = saved.ok ? saved.value.id : '';
    expect(saved).toMatchObject({ value: { paperSeen: false } });
    expect(printers.sawPaper(id)).toMatchObject({ value: { paperSeen: true } });
    expect(printers.save(id, { ...good, name: 'Balcão' })).toMatchObject({ value: { paperSeen: true } });
    const elsewhere = { ...good, transport: { ...good.transport, host: '192.168.0.61' } };
    expect(printers.save(id, elsewhere)).toMatchObject({ value: { paperSeen: false } });
    expect(printers.byId(id)?.paperSeen).toBe(false);
    expect(printers.sawPaper('nobody')).toMatchObject({ refusal: { code: 'unknown-printer' } });
  });

  it('have printed where one that is on has: its report, or what a person saw', () => {
    const saved = printers.save(null, good);
    if (!saved.ok) throw new Error('was refused');
    expect(printers.hasPrinted()).toBe(false);
    printers.confirmed(saved.value);
    expect(printers.hasPrinted()).toBe(true);
    printers.save(saved.value.id, { ...good, enabled: false });
    expect(printers.hasPrinted()).toBe(false);
    printers.save(saved.value.id, good);
    expect(printers.hasPrinted()).toBe(true);
    // What another address reported says nothing of this one.
    printers.save(saved.value.id, { ...good, transport: { ...good.transport, host: '192.168.0.61' } });
    expect(printers.hasPrinted()).toBe(false);
    printers.sawPaper(saved.value.id);
    expect(printers.hasPrinted()).toBe(true);
  });

  it('tell whoever follows them what each is by now, and of one that is gone that it is', () => {
    const told: [id: string, name: string | null][] = [];
    const onChange = (id: string, printer: { name: string } | null) =>
      void told.push([id, printer?.name ?? null]);
    const followed = createPrinters(openDatabase(':memory:', migrations), { simulators: false, onChange });
    const saved = followed.save(null, good);
    const id = saved.ok ? saved.value.id : '';
    followed.remove(id);
    followed.remove(id);
    expect(told).toEqual([
      [id, 'Bar'],
      [id, null],
    ]);
  });

  it('are changed only under an id that exists, and are bounded in number', () => {
    expect(printers.save('nobody', good)).toMatchObject({ refusal: { code: 'unknown-printer' } });
    for (let count = 0; count < 16; count += 1) expect(printers.save(null, good).ok).toBe(true);
    expect(printers.save(null, good)).toMatchObject({ refusal: { code: 'too-many-printers' } });
  });
});
