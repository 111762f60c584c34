// A listener for tests: keeps what arrives, answers what it is told to, and lets a test wait for the Nth notice.

import { createServer } from 'node:http';
import { closeServer, listen } from '../../support/listen.ts';

export type ReceivedWebhook = {
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: { action: string; type: string; data: { id: string }; user_id: string; live_mode: boolean };
};

export type WebhookSink = {
  url: string;
  received: ReceivedWebhook[];
  /** Answers for the next notices, in order; 200 afterwards. */
  answers: number[];
  close(): Promise<void>;
};

export async function startWebhookSink(): Promise<WebhookSink> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      received.push({
        query: new URL(request.url ?? '/', 'http://sink').searchParams,
        headers: request.headers as Record<string, string | undefined>,
        body: JSON.parse(text) as ReceivedWebhook['body'],
      });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  const { url } = await listen(server);
  return {
    url: `${url}/avisos`,
    received,
    answers,
    close: () => closeServer(server),
  };
}
