// The file that tells a machine without a keyboard its Wi-Fi, `balcao-wifi.txt` on the card's first partition, as people write it:
//   nome=Loja da Ana
//   senha=acai1234
//   pais=BR
// Pure: bytes in, words and settings out. What is done with them: wifi.ts. What each system reads: wifi-systems.ts.

export type Network = {
  name: string;
  /** Null: an open network, or one whose password the machine has already (`kept`). */
  password: string | null;
  kept: boolean;
  /** Two letters: which channels and powers are allowed. */
  country: string;
  hidden: boolean;
};
type WifiFile = { kind: 'empty' } | { kind: 'wrong'; words: string } | ({ kind: 'network' } & Network);

export const FILE_BYTES_MAX = 4096;
const NAME_BYTES_MAX = 32;
/** Stands in the file where the password was, once the machine has it. */
export const KEPT_PASSWORD = '(guardada no aparelho)';

type Key = 'nome' | 'senha' | 'pais' | 'oculta';
const KEYS: Record<Key, readonly string[]> = {
  nome: ['nome', 'rede', 'nome da rede', 'nome do wifi', 'nome do wi-fi', 'ssid', 'wifi', 'wi-fi'],
  senha: ['senha', 'senha da rede', 'senha do wifi', 'senha do wi-fi', 'password', 'psk'],
  pais: ['pais', 'country'],
  oculta: ['oculta', 'escondida', 'hidden'],
};
/** What editors put around words without being asked to, always in pairs. */
const QUOTES = ['""', "''", '“”', '‘’', '«»', '``'];

/** Whatever an editor saved: UTF-8 or UTF-16 with their marks, or what Windows wrote before both. */
export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function readWifiFile(bytes: Uint8Array): WifiFile {
  if (bytes.length > FILE_BYTES_MAX)
    return wrong('O arquivo é grande demais: nele só cabem nome, senha e pais.');
  const values: Partial<Record<Key, string>> = {};
  for (const [index, line] of decode(bytes)
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (isNote(line)) continue;
    const entry = partsOf(line);
    // The line itself is not repeated: it may be a password that lost its key.
    if (!entry) return wrong(`Não entendi a linha ${index + 1}. Cada linha é nome=, senha= ou pais=.`);
    if (values[entry.key] !== undefined) return wrong(`A linha ${entry.key}= aparece duas vezes.`);
    values[entry.key] = unquoted(entry.value);
  }
  const { nome = '', senha = '', pais = '', oculta = '' } = values;
  const kept = senha === KEPT_PASSWORD;
  if (nome === '')
    return senha === '' || kept ? { kind: 'empty' } : wrong('Falta o nome da rede: a linha nome=.');
  if (new TextEncoder().encode(nome).length > NAME_BYTES_MAX)
    return wrong(`O nome da rede passa de ${NAME_BYTES_MAX} letras.`);
  if (!kept && senha !== '' && !isPassword(senha))
    return wrong('A senha do Wi-Fi tem de 8 a 63 letras, números e sinais, sem acento.');
  const country = countryOf(pais);
  if (country === null) return wrong('O país são duas letras: pais=BR.');
  const hidden = ['sim', 's', 'yes', 'true', '1'].includes(plain(oculta));
  return {
    kind: 'network',
    name: nome,
    password: kept || senha === '' ? null : senha,
    kept,
    country,
    hidden,
  };
}

/** The same file without its password, as UTF-8. Notes, line ends and all else stay as they are. */
export function withoutPassword(bytes: Uint8Array): string {
  return decode(bytes).replaceAll(/[^\r\n]+/g, (line) => {
    const entry = isNote(line) ? null : partsOf(line);
    return entry?.key === 'senha' && unquoted(entry.value) !== '' ? `senha=${KEPT_PASSWORD}` : line;
  });
}

const wrong = (words: string): WifiFile => ({ kind: 'wrong', words });

const isNote = (line: string): boolean => line.trim() === '' || /^\s*[#;]/.test(line);

const plain = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Key and value of a line; the value as it stands, without the spaces around it. */
function partsOf(line: string): { key: Key; value: string } | null {
  const index = line.search(/[=:]/);
  if (index === -1) return null;
  const word = unquoted(plain(line.slice(0, index)));
  const key = (Object.keys(KEYS) as Key[]).find((name) => KEYS[name].includes(word));
  return key === undefined ? null : { key, value: line.slice(index + 1).trim() };
}

function unquoted(value: string): string {
  const isQuoted = QUOTES.some(
    ([open = '', close = '']) => value.length >= 2 && value.startsWith(open) && value.endsWith(close),
  );
  return isQuoted ? value.slice(1, -1) : value;
}

/** What WPA takes: a passphrase, or the key that is made of it. */
const isPassword = (text: string): boolean =>
  /^[\x20-\x7e]{8,63}$/.test(text) || /^[0-9a-f]{64}$/i.test(text);

function countryOf(text: string): string | null {
  const word = plain(text);
  if (word === '' || word === 'brasil') return 'BR';
  return /^[a-z]{2}$/.test(word) ? word.toUpperCase() : null;
}
