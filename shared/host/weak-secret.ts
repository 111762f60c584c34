// Whether a secret of the settings is one that somebody could guess: a sample of some page, a word, a pattern. Pure; never tells the secret.

const KEY_BYTES = 32;
/** 32 bytes of chance hold about 30 different ones, and fewer than 20 once in billions of keys; a key that repeats 16 bytes holds 16. */
const DISTINCT_BYTES_MIN = 20;
const DISTINCT_CHARACTERS_MIN = 3;

/** Keys of published test vectors, and the sums of what people put into a hash for want of chance. */
const KNOWN_KEYS = new Set([
  // AES-256 in NIST SP 800-38A.
  '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  // SHA-256 of nothing, 'secret', 'password', 'changeme', 'change-me', 'balcao', 'test', 'admin' and '123456'.
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  '057ba03d6c44104863dc7361fe4578965d1887360f90a0895882e58a6248fc86',
  'e2186dbdb1bb4193608605e84f33208765b5693b55edd4f730a719a100eeea6f',
  '7a4b71b27a10270164b600adcffd401259f40d5c16ed65849667dc3083b25bc0',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918',
  '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92',
]);

/** What examples and tutorials put where a secret belongs, without digits behind and signs between. */
const SAMPLE_WORDS = new Set(
  `changeme replaceme yourpassword yoursecret yourcode troque troqueisto suasenha example exemplo sample secret segredo senha
  password postgres balcao test teste testtest admin codigo code pairingcode codigodepareamento qwerty abc`.split(
    /\s+/,
  ),
);
const COUNTED = '01234567890123456789';

const isSample = (text: string): boolean => {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const word = /^[a-z]*/.exec(plain)?.[0] ?? '';
  const digits = plain.slice(word.length);
  const isCounted = COUNTED.includes(digits) || COUNTED.includes(Array.from(digits).toReversed().join(''));
  return word === '' ? isCounted : SAMPLE_WORDS.has(word) && /^\d*$/.test(digits);
};

/** Why 32 bytes cannot be a key, in words; null when they may be one. */
export function weaknessOfKey(key: Uint8Array): string | null {
  if (new Set(key).size < DISTINCT_BYTES_MIN) return 'it repeats itself';
  const step = ((key[1] ?? 0) - (key[0] ?? 0)) & 255;
  if (key.every((byte, index) => index === 0 || ((byte - (key[index - 1] ?? 0)) & 255) === step))
    return 'it counts';
  const hex = Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return key.length === KEY_BYTES && KNOWN_KEYS.has(hex) ? 'everybody knows it' : null;
}

/** Why a text cannot be a code or password between machines, in words; null when it may be one. */
export function weaknessOfText(text: string): string | null {
  if (isSample(text)) return 'it is a sample';
  return new Set(text).size < DISTINCT_CHARACTERS_MIN ? 'it repeats itself' : null;
}
