// What a password is good for, graded while it is in clear: by its length, and by whether a guesser tries it first. No network; the
// list of leaked ones comes with the release, and into memory with the first password that is set.
import { charsIn, PASSWORD_CHARS } from '@balcao/shared/http/password.ts';
import type { Role } from '@balcao/shared/http/staff.ts';

/** `weak` signs somebody in and gives no role. */
export type PasswordGrade = 'weak' | 'staff' | 'admin';

/** With numbers behind them these are the first that somebody would try here; no list of the world has them all. */
const OF_HERE = [
  'acai',
  'acaiteria',
  'balcao',
  'loja',
  'sorvete',
  'sorveteria',
  'cozinha',
  'caixa',
  'atacado',
  'admin',
  'administrador',
  'senha',
  'mudar',
  'trocar',
  'teste',
  'brasil',
  'deus',
  'jesus',
  'familia',
  'amor',
];
/** Keys beside each other, and what one counts with. */
const ROWS = [
  '012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklçzxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
];
const DIFFERENT_CHARS_MIN = 4;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/** Without the numbers around it. */
const word = (text: string): string => {
  const letters = plain(text).replace(/^\d+/, '');
  const last = Array.from(letters).findLastIndex((char) => !/\d/.test(char));
  return Array.from(letters)
    .slice(0, last + 1)
    .join('');
};

/** The same again and again, as once: `acaiacai` is `acai`. */
function once(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const part = text.slice(0, length);
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part;
  }
  return text;
}

/** `names` are the shop's, the person's and the part of the e-mail before the at sign. */
export async function isEasyToGuess(password: string, names: readonly string[]): Promise<boolean> {
  const lower = password.toLowerCase();
  if (new Set(lower).size < DIFFERENT_CHARS_MIN) return true;
  const short = once(lower);
  if (ROWS.some((row) => row.includes(short) || Array.from(row).toReversed().join('').includes(short)))
    return true;
  const bare = once(word(password));
  const known = [...OF_HERE, ...names.flatMap((name) => [name, ...name.split(/\s+/)])].map(word);
  if (bare !== '' && known.includes(bare)) return true;
  const { default: leaked } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  });
  return [lower, short, plain(password), bare].some((text) => leaked.includes(text));
}

export async function gradeOf(password: string, names: readonly string[]): Promise<PasswordGrade> {
  const chars = charsIn(password);
  if (chars < PASSWORD_CHARS.role || (await isEasyToGuess(password, names))) return 'weak';
  return chars < PASSWORD_CHARS.admin ? 'staff' : 'admin';
}

/** Whether an account with such a password may hold the role. One that nobody has graded yet may not be given one. */
export const isGoodFor = (grade: PasswordGrade | null, role: Role | null): boolean =>
  role === null || grade === 'admin' || (grade === 'staff' && role !== 'ADMIN');
