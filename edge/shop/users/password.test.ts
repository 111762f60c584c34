import { describe, expect, it } from 'vitest';
import { gradeOf, isEasyToGuess, isGoodFor } from './password.ts';

const NAMES = ['Açaí da Praça', 'Dona Lúcia Zoraide', 'lu.gelados'];

describe('a password', () => {
  it.each([
    ['the first one that anybody tries', '123456'],
    ['one of a leaked list', 'qwertyuiop'],
    ['one of a leaked list, in capitals', 'Password123'],
    ['a leaked one with a year behind it', 'flamengo2026'],
    ['leaked twice over', '123456123456'],
    ['one letter', 'aaaaaaaaaaaa'],
    ['two characters in turn', 'ababababab!!'],
    ['three characters in a jumble', 'xk8kx8xxk8k'],
    ['counting up and on', '345678901234'],
    ['counting down', '9876543210'],
    ['a row of keys', 'asdfghjklzxcvb'],
    ['a row of keys of ours', 'ghjklçzxcvb'],
    ['columns of keys', 'dc4rfv5tgb6yhn'],
    ['numbers and letters in turn', 'w3e4r5t6y7u8i9'],
    ['the alphabet', 'ghijklmnopqrs'],
    ['the alphabet backwards', 'utsrqponmlkji'],
    ['what is believed in, with numbers', 'deus-77889900'],
    ['what is loved, with numbers', 'família-77889900'],
    ['what is sold here, with numbers', 'acai2026'],
    ['the same with its marks, long', '#Açaí!20262026'],
    ['our own name with numbers', 'balcao1234567'],
    ["the shop's name", 'AcaiDaPraca'],
    ["the person's name with a year", 'lucia19801980'],
    ['the e-mail, before the at sign', 'lugelados2026'],
    ['a weak word again and again', 'senhasenhasenha'],
    ['the same with numbers behind it', 'acaiteria-acaiteria-26'],
    ["a part of the person's name", 'zoraide-7788'],
    ['what is sold here, with a year before it', '2026sorveteria'],
    ['a leaked one with numbers within, written with signs', 'r2d2-c3p0'],
  ])('that is %s is easy to guess', async (_what, password) => {
    expect(await isEasyToGuess(password, NAMES)).toBe(true);
    expect(await gradeOf(password, NAMES)).toBe('weak');
  });

  it.each(['segredo-da-loja', 'tigela roxa no sol', 'Kx8#pqL2vw', 'acai-com-granola-e-mel', 'xk8qq8kxkkx8'])(
    'of its own is not: %s',
    async (password) => {
      expect(await isEasyToGuess(password, NAMES)).toBe(false);
    },
  );

  it('without any names around it is judged all the same', async () => {
    expect(await isEasyToGuess('8342917650', ['', ' '])).toBe(false);
  });

  it.each([
    ['mel-roxo9', 'weak'],
    ['mel-roxo-9', 'staff'],
    ['mel-roxo-97', 'staff'],
    ['mel-roxo-970', 'admin'],
    ['çãéíõúâêôà', 'staff'],
  ])('is graded by its length: %s is %s', async (password, grade) => {
    expect(await gradeOf(password, NAMES)).toBe(grade);
  });

  it('does for a role as it was graded; one that nobody judged does for none', () => {
    const table = (['weak', 'staff', 'admin', null] as const).map((grade) =>
      ([null, 'KITCHEN', 'WHOLESALE', 'ADMIN'] as const).map((role) => isGoodFor(grade, role)),
    );
    expect(table).toEqual([
      [true, false, false, false],
      [true, true, true, false],
      [true, true, true, true],
      [true, false, false, false],
    ]);
  });
});
