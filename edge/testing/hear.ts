// What a live stream says, as a page hears it.

export type Hearing = {
  /** All that was said, once `words` were among it. Rejects when the stream ends before: a loop would never come back. */
  until(words: string): Promise<string>;
  close(): Promise<void>;
};

/** Listens to the stream of `answer`; throws when it is none. */
export function hear(answer: Response): Hearing {
  if (answer.status !== 200 || answer.body === null) throw new Error(`no stream: ${answer.status}`);
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  const decoder = new TextDecoder();
  let heard = '';
  return {
    async until(words) {
      while (!heard.includes(words)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended without ${words}: ${heard}`);
        heard += decoder.decode(value, { stream: true });
      }
      return heard;
    },
    close: () => reader.cancel(),
  };
}
