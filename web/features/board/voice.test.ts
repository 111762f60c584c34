import { expect, it } from 'vitest';
import { chooseVoice } from './voice.ts';

const voices = (...langs: string[]) => langs.map((lang) => ({ lang }));

it.each([
  [[], undefined],
  [['en-US', 'fr-FR'], null],
  [['en-US', 'pt-PT', 'pt-BR'], 'pt-BR'],
  [['en-US', 'pt_BR'], 'pt_BR'],
  // As Android names them.
  [['pt_PT', 'pt_BR'], 'pt_BR'],
  [['en-US', 'pt-PT'], 'pt-PT'],
])('of the voices %j the TV speaks with %s', (langs, chosen) => {
  const voice = chooseVoice(voices(...langs));
  expect(voice?.lang ?? voice).toBe(chosen);
});
