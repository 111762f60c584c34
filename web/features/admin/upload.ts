// A large file on its way to the store, with how much of it has arrived: fetch does not tell. Fails like every other call.
import type { Problem } from '@balcao/shared/http/problem.ts';
import { ApiError } from '../../data/request.ts';

export type UploadProgress = { bytes: number; of: number };

/** Sends the file as it is and answers with the store's JSON; throws ApiError. */
export function uploadFile(
  path: string,
  given: {
    method: 'PUT' | 'POST';
    file: Blob;
    headers: Record<string, string>;
    onSent: (sent: UploadProgress) => void;
  },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(given.method, path);
    call.responseType = 'text';
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('content-type', 'application/octet-stream');
    for (const [name, value] of Object.entries(given.headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      given.onSent({ bytes: loaded, of: total }),
    );
    call.addEventListener('load', () => {
      const answer = parse(call.responseText);
      if (call.status >= 200 && call.status < 300) resolve(answer);
      else reject(new ApiError(call.status, isProblem(answer) ? answer : BROKEN_OFF));
    });
    call.addEventListener('error', () => reject(new ApiError(0, BROKEN_OFF)));
    call.send(given.file);
  });
}

const BROKEN_OFF: Problem = {
  type: 'about:blank',
  title: 'O envio parou',
  status: 0,
  detail: 'O arquivo não chegou inteiro. Fique perto do Wi-Fi da loja e envie de novo.',
  code: 'broken-off',
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === 'object' && answer !== null && typeof (answer as Problem).detail === 'string';
