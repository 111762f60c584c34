// The Wi-Fi file as people write it, on whatever computer with whatever editor, and what each system is given of it.
import { describe, expect, it } from 'vitest';
import { readWifiFile, withoutPassword } from '../../deploy/pi/wifi-file.ts';
import { iwdFile, networkManagerFile, wpaSupplicantFile } from '../../deploy/pi/wifi-systems.ts';

const read = (text: string) => readWifiFile(Buffer.from(text));
const network = (name: string, password: string | null, more = {}) => ({
  kind: 'network',
  name,
  password,
  kept: false,
  country: 'BR',
  hidden: false,
  ...more,
});

describe('the Wi-Fi file', () => {
  it('is three lines', () => {
    expect(read('nome=Loja da Ana\nsenha=acai1234\npais=PT\n')).toEqual(
      network('Loja da Ana', 'acai1234', { country: 'PT' }),
    );
  });

  it.each([
    ['line ends of Windows', 'nome=Loja\r\nsenha=acai1234\r\npais=BR\r\n'],
    ['line ends of an old Mac', 'nome=Loja\rsenha=acai1234\r'],
    ['a mark before the first letter', '\uFEFFnome=Loja\nsenha=acai1234'],
    ['spaces around everything', '  nome = Loja  \n\n senha =\tacai1234 '],
    ['capitals and accents', 'NOME=Loja\nSenha=acai1234\nPaís=br'],
    ['a colon', 'Nome: Loja\nSenha: acai1234\nPaís: Brasil'],
    ['quotes', `nome="Loja"\nsenha='acai1234'`],
    ['quotes of a word processor', 'nome=“Loja”\nsenha=‘acai1234’'],
    ['notes and other words for it', '# do roteador\n; notas\nSSID=Loja\nSenha do Wi-Fi=acai1234'],
    ['another order', 'pais=BR\nsenha=acai1234\nnome=Loja'],
  ])('is understood with %s', (_, text) => {
    expect(read(text)).toEqual(network('Loja', 'acai1234'));
  });

  it.each([
    ['UTF-16 of Bloco de Notas', Buffer.from('\uFEFFnome=Açaí\r\nsenha=acai1234', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\uFEFFnome=Açaí\r\nsenha=acai1234', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('nome=Açaí\r\nsenha=acai1234', 'latin1')],
    ['UTF-8', Buffer.from('nome=Açaí\nsenha=acai1234')],
  ])('is understood in %s', (_, bytes) => {
    expect(readWifiFile(bytes)).toEqual(network('Açaí', 'acai1234'));
  });

  it('leaves signs in a name and a password as they are', () => {
    expect(read('nome=Rua 7: #1 = "A"\nsenha=a=b:c#d;"e\\f')).toEqual(
      network('Rua 7: #1 = "A"', 'a=b:c#d;"e\\f'),
    );
    expect(read('nome=" Loja "\nsenha="  acai12"')).toEqual(network(' Loja ', '  acai12'));
  });

  it.each(['', '\uFEFF', '# nada\n\n', 'nome=\r\nsenha=\r\npais=BR\r\n', 'nome=""\nsenha='])(
    'asks for nothing while it is empty: %j',
    (text) => {
      expect(read(text)).toEqual({ kind: 'empty' });
    },
  );

  it('takes an open network, a hidden one, and one whose password the machine has', () => {
    expect(read('nome=Praça')).toEqual(network('Praça', null));
    expect(read('nome=Loja\nsenha=acai1234\noculta=sim')).toEqual(
      network('Loja', 'acai1234', { hidden: true }),
    );
    expect(read('nome=Loja\nsenha=(guardada no aparelho)')).toEqual(network('Loja', null, { kept: true }));
  });

  it('takes passwords and names to the length that Wi-Fi has, and no further', () => {
    const kindOf = (text: string): string => read(text).kind;
    expect(kindOf(`nome=Loja\nsenha=${'a'.repeat(7)}`)).toBe('wrong');
    expect(kindOf(`nome=Loja\nsenha=${'a'.repeat(8)}`)).toBe('network');
    expect(kindOf(`nome=Loja\nsenha=${'z'.repeat(63)}`)).toBe('network');
    expect(kindOf(`nome=Loja\nsenha=${'z'.repeat(64)}`)).toBe('wrong');
    expect(kindOf(`nome=Loja\nsenha=${'A0'.repeat(32)}`)).toBe('network');
    expect(kindOf(`nome=${'n'.repeat(32)}\nsenha=acai1234`)).toBe('network');
    expect(kindOf(`nome=${'n'.repeat(33)}\nsenha=acai1234`)).toBe('wrong');
    // Bytes, not letters: an accent takes two.
    expect(kindOf(`nome=${'ã'.repeat(16)}\nsenha=acai1234`)).toBe('network');
    expect(kindOf(`nome=${'ã'.repeat(17)}\nsenha=acai1234`)).toBe('wrong');
    expect(kindOf(`nome=Loja\nsenha=acai1234\n#${'x'.repeat(4068)}`)).toBe('network');
    expect(kindOf(`nome=Loja\nsenha=acai1234\n#${'x'.repeat(4096)}`)).toBe('wrong');
  });

  it.each([
    ['senha=acai1234', 'Falta o nome da rede: a linha nome=.'],
    ['nome=Loja\nsenha=açaí-1234', 'A senha do Wi-Fi tem de 8 a 63 letras, números e sinais, sem acento.'],
    ['nome=Loja\npais=Portugal', 'O país são duas letras: pais=BR.'],
    ['nome=Loja\nnome=Casa', 'A linha nome= aparece duas vezes.'],
    ['nome=Loja\nsegredo-da-ana', 'Não entendi a linha 2. Cada linha é nome=, senha= ou pais=.'],
    ['nome=Loja\nsegredo=ana12345', 'Não entendi a linha 2. Cada linha é nome=, senha= ou pais=.'],
  ])('says in words what is wrong with %j, and never a password', (text, words) => {
    expect(read(text)).toEqual({ kind: 'wrong', words });
    expect(words).not.toMatch(/ana|acai1234/);
  });

  it('whatever its bytes are, is answered', () => {
    for (let first = 0; first < 256; first += 1)
      for (const second of [0, 0x3d, 0xfe, 0xff])
        expect(['empty', 'wrong', 'network']).toContain(
          readWifiFile(Buffer.from([first, second, 0x0a])).kind,
        );
  });

  it('keeps everything but the password, and is read again as a network that is known', () => {
    const text = withoutPassword(
      Buffer.from('# do roteador: senha=nota\r\nNome: Loja\r\nSENHA: "acai 1234"\r\npais=BR\r\n'),
    );
    expect(text).toBe(
      '# do roteador: senha=nota\r\nNome: Loja\r\nsenha=(guardada no aparelho)\r\npais=BR\r\n',
    );
    expect(read(text)).toEqual(network('Loja', null, { kept: true }));
    expect(withoutPassword(Buffer.from('nome=Praça\nsenha=\n'))).toBe('nome=Praça\nsenha=\n');
  });
});

describe('a network for each system', () => {
  const shop = { name: 'Açaí 1', password: ' a\\b"c1234', country: 'BR', hidden: false };

  it('NetworkManager: the name as numbers, the password as its file writes it', () => {
    const { path, text } = networkManagerFile(shop);
    expect(path).toBe('/etc/NetworkManager/system-connections/balcao-wifi.nmconnection');
    expect(text).toContain('\nssid=65;195;167;97;195;173;32;49;\n');
    expect(text).toContain('\nkey-mgmt=wpa-psk\npsk=\\sa\\\\b"c1234\n');
    expect(networkManagerFile({ ...shop, password: null }).text).not.toMatch(/psk|security/);
    expect(networkManagerFile({ ...shop, hidden: true }).text).toContain('\nhidden=true\n');
  });

  it('iwd: a name of other than plain letters as numbers, in the name of the file', () => {
    expect(iwdFile({ ...shop, name: 'Loja da Ana' }).path).toBe('/var/lib/iwd/Loja da Ana.psk');
    expect(iwdFile(shop)).toMatchObject({
      path: '/var/lib/iwd/=41c3a761c3ad2031.psk',
      text: expect.stringContaining('Passphrase=\\sa\\\\b"c1234\n') as string,
    });
    expect(iwdFile({ ...shop, name: '../x' }).path).toBe('/var/lib/iwd/=2e2e2f78.psk');
    expect(iwdFile({ ...shop, name: 'Loja', password: null }).path).toBe('/var/lib/iwd/Loja.open');
  });

  // IEEE 802.11i-2004, H.4.1: test vectors of the key that is made of name and password.
  it.each([
    ['IEEE', 'password', 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e'],
    ['ThisIsASSID', 'ThisIsAPassword', '0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af'],
  ])('wpa_supplicant: the key of %s', (name, password, key) => {
    const { path, text } = wpaSupplicantFile({ name, password, country: 'BR', hidden: true }, 'wlan0');
    expect(path).toBe('/etc/wpa_supplicant/wpa_supplicant-wlan0.conf');
    expect(text).toContain(`\tpsk=${key}\n`);
    expect(text).toContain(`\tssid=${Buffer.from(name).toString('hex')}\n\tscan_ssid=1\n`);
    expect(text).not.toContain(password);
  });
});
