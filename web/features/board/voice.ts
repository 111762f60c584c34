// The voice of the TV, where the browser has one for Portuguese: another one would read the words so that nobody understands them.

type Voice = Pick<SpeechSynthesisVoice, 'lang'>;

/** The voice to speak with: undefined lets the browser choose while it has not said which it has; null: it has none for Portuguese. */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | undefined | null {
  if (voices.length === 0) return undefined;
  const tag = ({ lang }: V): string => lang.replace('_', '-').toLowerCase();
  return (
    voices.find((voice) => tag(voice) === 'pt-br') ??
    voices.find((voice) => tag(voice).startsWith('pt')) ??
    null
  );
}

/** Says `text` after what is being said. */
export function speakText(text: string): void {
  if (!('speechSynthesis' in window)) return;
  const voice = chooseVoice(speechSynthesis.getVoices());
  if (voice === null) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = 'pt-BR';
  utterance.rate = 0.9;
  if (voice !== undefined) utterance.voice = voice;
  speechSynthesis.speak(utterance);
}

/** Nothing more of what was begun or waits is said. */
export function stopSpeaking(): void {
  if ('speechSynthesis' in window) speechSynthesis.cancel();
}
