// The store's account at the provider, as its own device hands it over. What goes in is never shown again.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { z } from 'zod';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/payments.ts';
import type { CredentialsTest } from '@balcao/shared/http/payments.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { DeviceEnv, PaymentDeps } from './ports.ts';
import type { ProviderFailure } from './provider/provider.ts';
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
    const saved = await service.credentials.save(context.get('storeId'), account);
    if (saved.ok) return accepted(testView(saved.value, account));
    return saved.refusal.kind === 'no-key'
      ? refused({ code: 'no-secrets-key' })
      : refused({ code: 'credentials', text: wordsOf(saved.refusal) });
  });

  handle(app, contracts.testCredentials, requireDevice, async ({ body: given, context }) => {
    const account =
      given.accessToken === undefined
        ? await service.credentials.of(context.get('storeId'))
        : {
            accessToken: given.accessToken,
            publicKey: given.publicKey ?? null,
            webhookSecret: given.webhookSecret ?? null,
          };
    if (account === null)
      return accepted(wrong('Nenhuma credencial configurada: PIX e cartão online estão desligados.'));
    const tested = await service.provider.testCredentials(account);
    return accepted(tested.ok ? testView(tested.value, account) : wrong(wordsOf(tested.refusal)));
  });

  handle(app, contracts.forgetCredentials, requireDevice, async ({ context }) => {
    await service.credentials.forget(context.get('storeId'));
    return accepted(await service.credentials.state(context.get('storeId')));
  });

  return app;
}

const wrong = (message: string): z.infer<typeof CredentialsTest> => ({
  ok: false,
  message,
  payeeId: null,
  sandbox: null,
});

function testView(
  found: { payeeId: string; name: string; sandbox: boolean },
  account: { publicKey: string | null; webhookSecret: string | null },
): z.infer<typeof CredentialsTest> {
  const notes = [
    `Conta ${found.name === '' ? found.payeeId : found.name} reconhecida${found.sandbox ? ' (ambiente de teste)' : ''}.`,
    ...(account.publicKey === null ? ['Sem Public Key: o cartão fica desligado.'] : []),
    ...(account.webhookSecret === null
      ? ['Sem a assinatura secreta do webhook: a confirmação chega por consulta, alguns segundos mais tarde.']
      : []),
  ];
  return { ok: true, message: notes.join(' '), payeeId: found.payeeId, sandbox: found.sandbox };
}

function wordsOf(failure: ProviderFailure): string {
  switch (failure.kind) {
    case 'credentials':
      return 'O Mercado Pago não aceita este Access Token. Copie de novo em Suas integrações → Credenciais.';
    case 'unreachable':
    case 'busy':
      return 'O Mercado Pago não respondeu. Verifique a internet do relay e tente de novo em instantes.';
    case 'not-found':
    case 'not-now':
    case 'no-balance':
    case 'refused':
      return 'O Mercado Pago respondeu algo inesperado ao testar estas credenciais.';
  }
}
