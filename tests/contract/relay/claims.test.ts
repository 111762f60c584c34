// What an order's id is worth to who has not the claim that its browser made.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement } from '@balcao/shared/wholesale/sample.ts';
import { bodyOf, CLAIM, onBothDatabases } from '../../harness/relay.ts';

const OTHER = 'decade'.repeat(8);
const KINDS = [
  ['an order', '/api/orders', sampleRequest],
  ['a wholesale order', '/api/wholesale/orders', samplePlacement],
] as const;

for (const [name, path, requestOf] of KINDS)
  onBothDatabases(`[40] who knows the id of ${name}`, (scene) => {
    const send = (id: string, claim?: string) =>
      scene.relay.ask(path, { json: { ...requestOf(), id, ...(claim === undefined ? {} : { claim }) } });
    const ask = async (id: string, token?: string) => {
      const answer = await scene.relay.ask(`${path}/by-id/${id}`, token === undefined ? {} : { token });
      return [answer.status, await answer.json()] as const;
    };

    it('learns nothing of it without its claim, placed or waiting: the answer is that of one that never was', async () => {
      const store = await scene.linkedStore();
      const [id, bare] = [v7(), v7()];
      const placed = await bodyOf(await send(id, CLAIM));
      await send(bare);
      expect(await ask(id, CLAIM)).toEqual([200, placed]);
      const nowhere = await ask(v7(), CLAIM);
      expect(nowhere[0]).toBe(404);
      const strangers = [undefined, OTHER, CLAIM.slice(1), `${CLAIM}0`];
      for (const claim of strangers) expect(await ask(id, claim)).toEqual(nowhere);
      for (const claim of [...strangers, CLAIM]) expect(await ask(bare, claim)).toEqual(nowhere);

      store.onCommand = () => ({ httpStatus: 503 });
      const waiting = v7();
      expect((await scene.relay.waitingForNobody(() => send(waiting, CLAIM))).status).toBe(202);
      expect(await ask(waiting, CLAIM)).toEqual([200, { state: 'waiting', id: waiting }]);
      for (const claim of strangers) expect(await ask(waiting, claim)).toEqual(nowhere);
    });

    it('gets nothing by sending it again with another claim, or with none', async () => {
      await scene.linkedStore();
      const id = v7();
      const first = await bodyOf(await send(id, CLAIM));
      for (const claim of [OTHER, undefined]) {
        const again = await send(id, claim);
        const text = await again.text();
        expect([again.status, (JSON.parse(text) as { code: string }).code]).toEqual([409, 'id-reused']);
        expect(text).not.toContain(id);
      }
      expect(await bodyOf(await send(id, CLAIM))).toEqual(first);
    });

    it('finds the claim nowhere: the relay keeps and forwards its hash alone', async () => {
      const store = await scene.linkedStore();
      const id = v7();
      const answers = [await (await send(id, CLAIM)).text(), JSON.stringify(await ask(id, CLAIM))];
      const claimHash = createHash('sha256').update(CLAIM).digest('hex');
      for (const text of answers) for (const kept of [CLAIM, claimHash]) expect(text).not.toContain(kept);
      expect(await scene.relay.everything()).not.toContain(CLAIM);
      expect(JSON.stringify(store.heard)).not.toContain(CLAIM);
      expect(JSON.stringify(store.heard)).toContain(claimHash);
    });

    it('takes back nothing of another: what lapsed is withdrawn under its own claim', async () => {
      const store = await scene.linkedStore();
      store.onCommand = () => ({ httpStatus: 503 });
      const id = v7();
      expect((await scene.relay.waitingForNobody(() => send(id, CLAIM))).status).toBe(202);
      scene.relay.advance(11 * 60_000);
      await scene.relay.relay.round();
      const claimHash = createHash('sha256').update(CLAIM).digest('hex');
      expect(await scene.relay.everything()).toMatch(
        new RegExp(
          `withdraw.{0,200}"orderId":"${id}","claimHash":"${claimHash}"|"claimHash":"${claimHash}","orderId":"${id}"`,
        ),
      );
    });
  });
