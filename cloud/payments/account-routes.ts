// The store's account at the provider, as its own device hands it over. What goes in is never shown again.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { z } from 'zod';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/payment-account.ts';
import type { CredentialsTest, TestCredentials } from '@balcao/shared/http/payments.ts';
import type { AccountTest } from './account-test.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { DeviceEnv, PaymentDeps } from './ports.ts';
import { wordsOfFailure } from './account-faults.ts';
import { accountOf } from './provider/credentials.ts';
import type { PaymentService } from './service.ts';

export function accountRoutes(
  { requireDevice }: PaymentDeps,
  service: PaymentService,
): OpenAPIHono<DeviceEnv> {
  const app = new OpenAPIHono<DeviceEnv>();

  handle(app, contracts.readCredentials, requireDevice, async ({ context }) =>
    accepted(await service.credentials.state(context.get('storeId'))),
  );

  handle(app, contracts.keepCredentials, requireDevice, async ({ body: account, context }) => {
    const saved = await service.credentials.save(context.get('storeId'), {
      ...account,
      api: account.api ?? null,
    });
    if (saved.ok) return accepted(savedView(saved.value, account));
    return saved.refusal.kind === 'no-key'
      ? refused({ code: 'no-secrets-key' })
      : refused({ code: 'credentials', text: wordsOfFailure(saved.refusal) });
  });

  handle(app, contracts.testCredentials, requireDevice, async ({ body, context }) =>
    accepted(await testAccount(context.get('storeId'), body)),
  );

  handle(app, contracts.changeCredentialsApi, requireDevice, async ({ body: { api }, context }) => {
    return (await service.credentials.changeApi(context.get('storeId'), api))
      ? accepted(await service.credentials.state(context.get('storeId')))
      : refused({ code: 'no-account' });
  });

  handle(app, contracts.forgetCredentials, requireDevice, async ({ context }) => {
    await service.credentials.forget(context.get('storeId'));
    await service.terminals.forgetAll(context.get('storeId'));
    return accepted(await service.credentials.state(context.get('storeId')));
  });

  /** The given account, or the kept one where none is given. */
  async function testAccount(
    storeId: string,
    request: z.infer<typeof TestCredentials>,
  ): Promise<AccountTest> {
    const keptAccount = await service.credentials.of(storeId);
    const account =
      request.accessToken === undefined
        ? keptAccount
        : accountOf(
            {
              accessToken: request.accessToken,
              publicKey: request.publicKey ?? null,
              webhookSecret: request.webhookSecret ?? null,
              api: request.api ?? keptAccount?.api ?? null,
            },
            undefined,
          );
    if (account === null)
      return wrong('Nenhuma credencial configurada: PIX e cartão online estão desligados.');
    const isKept = keptAccount !== null && keptAccount.webhookSecret === account.webhookSecret;
    return service.testAccount({ storeId, account, isKept });
  }

  return app;
}

const wrong = (message: string): z.infer<typeof CredentialsTest> => ({
  ok: false,
  message,
  payeeId: null,
  sandbox: null,
  steps: [],
});

function savedView(
  tested: { payeeId: string; name: string; sandbox: boolean },
  account: { publicKey: string | null; webhookSecret: string | null },
): z.infer<typeof CredentialsTest> {
  const notes = [
    `Conta ${tested.name === '' ? tested.payeeId : tested.name} reconhecida${tested.sandbox ? ' (ambiente de teste)' : ''}.`,
    ...(account.publicKey === null ? ['Sem Public Key: o cartão fica desligado.'] : []),
    ...(account.webhookSecret === null
      ? ['Sem a assinatura secreta do webhook: a confirmação chega por consulta, alguns segundos mais tarde.']
      : []),
  ];
  return {
    ok: true,
    message: notes.join(' '),
    payeeId: tested.payeeId,
    sandbox: tested.sandbox,
    steps: [],
  };
}
