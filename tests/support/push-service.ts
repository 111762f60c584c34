// A browser and its push service, for tests: takes notifications as a real service does, checks who signed them, and decrypts
// them as the browser would (RFC 8291, RFC 8292).
import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { importJWK, jwtVerify } from 'jose';
import type { PushSubscriptionBody } from '@balcao/shared/http/push.ts';
import { closeServer, listen } from './listen.ts';

export type Taken = {
  device: string;
  message: { title: string; body: string; url: string; tag: string };
  headers: Record<string, string | string[] | undefined>;
};
type Answer = { status: number; headers?: Record<string, string> };

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer => {
  const pseudorandom = createHmac('sha256', salt).update(key).digest();
  return createHmac('sha256', pseudorandom)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length);
};

export async function startPushService() {
  const taken: Taken[] = [];
  const raw: string[] = [];
  const refused: string[] = [];
  const devices = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer; key: string }>();
  const answers = new Map<string, Answer[]>();
  let origin = '';

  async function receive(device: string, headers: Taken['headers'], body: Buffer): Promise<Answer> {
    const browser = devices.get(device);
    if (!browser) return { status: 410 };
    const answer = answers.get(device)?.shift();
    if (answer) return answer;
    const [, jwt = '', key = ''] =
      /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(String(headers['authorization'])) ?? [];
    try {
      if (key !== browser.key) throw new Error('signed by another key than the browser was given');
      const point = Buffer.from(key, 'base64url');
      const { payload } = await jwtVerify(
        jwt,
        await importJWK(
          {
            kty: 'EC',
            crv: 'P-256',
            x: point.subarray(1, 33).toString('base64url'),
            y: point.subarray(33).toString('base64url'),
          },
          'ES256',
        ),
        { audience: origin, requiredClaims: ['exp', 'sub'], maxTokenAge: undefined as never },
      );
      if (!/^(https:|mailto:)/.test(payload.sub ?? '')) throw new Error('no address to complain to');
      if (!(Number(headers['ttl']) > 0)) throw new Error('no time to live');
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('an unknown encoding');
    } catch (error) {
      refused.push(String(error));
      return { status: 403 };
    }
    taken.push({ device, headers, message: JSON.parse(decrypt(browser, body)) as Taken['message'] });
    return { status: 201 };
  }

  function decrypt(
    { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer },
    body: Buffer,
  ): string {
    const salt = body.subarray(0, 16);
    const keyLength = body[20] ?? 0;
    const theirs = body.subarray(21, 21 + keyLength);
    const shared = ecdh.computeSecret(theirs);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
    const secret = hkdf(auth, shared, info, 32);
    const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12);
    const sealed = body.subarray(21 + keyLength);
    const open = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
    return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const path = request.url ?? '';
      if (path === '/webhook') {
        raw.push(body.toString('utf8'));
        response.writeHead(204).end();
        return;
      }
      receive(path.slice(1), request.headers, body).then(
        ({ status, headers }) => response.writeHead(status, headers).end(),
        (error: unknown) => {
          refused.push(String(error));
          response.writeHead(500).end();
        },
      );
    });
  });
  ({ url: origin } = await listen(server));

  return {
    webhookUrl: `${origin}/webhook`,
    /** Notifications that were rightly signed and could be read. */
    taken,
    /** What came to the webhook. */
    webhooks: raw,
    refused,
    /** A browser that subscribes with the site's key. */
    subscribe(publicKey: string): { device: string; subscription: PushSubscriptionBody } {
      const device = randomBytes(8).toString('hex');
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      devices.set(device, { ecdh, auth, key: publicKey });
      return {
        device,
        subscription: {
          endpoint: `${origin}/${device}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
      };
    },
    /** The browser wants no more: 410 from now on. */
    unsubscribe: (device: string) => devices.delete(device),
    /** The next answers for this device. */
    answer: (device: string, ...next: Answer[]) => answers.set(device, next),
    close: () => closeServer(server),
  };
}
