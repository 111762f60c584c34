// A file on its way to the store: how much has arrived, and what became of it.
import { problem } from '@balcao/shared/http/problem.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../data/request.ts';
import { uploadFile } from './upload.ts';

/** As a browser's, with the store at its other end. */
class FakeCall extends EventTarget {
  static last: FakeCall;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  readonly body: unknown[] = [];
  asked = '';
  status = 0;
  responseText = '';
  responseType = '';
  constructor() {
    super();
    FakeCall.last = this;
  }
  open(method: string, path: string): void {
    this.asked = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: unknown): void {
    this.body.push(body);
  }
  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeCall));
afterEach(() => vi.unstubAllGlobals());

const file = new Blob(['bytes']);
const sent: unknown[] = [];
const begin = (method: 'PUT' | 'POST' = 'PUT') => {
  sent.length = 0;
  const answer = uploadFile('/api/staff/restore', {
    method,
    file,
    headers: { 'x-recovery-code': 'AB12' },
    onSent: (now) => sent.push(now),
  });
  return { answer, call: FakeCall.last };
};
const errorOf = (answer: Promise<unknown>): Promise<ApiError> =>
  answer.then(
    () => {
      throw new Error('it was taken for an answer');
    },
    (error: unknown) => error as ApiError,
  );

it('sends the file as it is, with the headers given, and tells how much has arrived', async () => {
  const { answer, call } = begin('POST');
  expect(call.asked).toBe('POST /api/staff/restore');
  expect(call.headers).toEqual({
    accept: 'application/json',
    'content-type': 'application/octet-stream',
    'x-recovery-code': 'AB12',
  });
  expect(call.body).toEqual([file]);
  call.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 3, total: 9 }));
  expect(sent).toEqual([{ bytes: 3, of: 9 }]);
  call.answer(200, '{"ok":true}');
  expect(await answer).toEqual({ ok: true });
});

it.each([200, 201, 204, 299])('%i is an answer', async (status) => {
  const { answer, call } = begin();
  call.answer(status, '{"ok":true}');
  expect(await answer).toEqual({ ok: true });
});

it.each([0, 199, 300, 304, 400, 413, 500, 507])(
  '%i is none, and says why with the words of the store',
  async (status) => {
    const { answer, call } = begin();
    const said = problem(413, 'too-large', 'Arquivo grande demais', 'O arquivo tem mais de 2 GB.');
    call.answer(status, JSON.stringify(said));
    const error = await errorOf(answer);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, problem: said });
  },
);

it.each(['', '<html>502</html>', 'null', '"no"', '{"detail":7}'])(
  'a refusal that says %j is one that broke off',
  async (text) => {
    const { answer, call } = begin();
    call.answer(502, text);
    expect(await errorOf(answer)).toMatchObject({ status: 502, problem: { code: 'broken-off' } });
  },
);

it('that breaks off says so, without a status', async () => {
  const { answer, call } = begin();
  call.dispatchEvent(new Event('error'));
  expect(await errorOf(answer)).toMatchObject({
    status: 0,
    problem: { code: 'broken-off', title: 'O envio parou' },
  });
});
