// The store's account at the provider, as its own device hands it over. What goes in is never shown again.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { problem } from '@balcao/shared/http/problem.ts';
import { CredentialsBody, CredentialsStateBody, CredentialsTest } from './contract.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import type { PaymentDeps } from './ports.ts';
import type { ProviderFailure } from './provider/provider.ts';
import type { PaymentService } from './service.ts';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = {
  description: 'A problem, in Portuguese',
  content: { 'application/problem+json': { schema: z.object({ title: z.string(), detail: z.string() }) } },
};

export function accountRoutes(
  deps: PaymentDeps,
  service: PaymentService,
): OpenAPIHono<{ Variables: { storeId: string } }> {
  const app = new OpenAPIHono<{ Variables: { storeId: string } }>({ defaultHook: invalidHook });
  app.use('/edge/payments/*', deps.requireDevice);
  const storeOf = (context: Context<{ Variables: { storeId: string } }>): string => context.get('storeId');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/credentials',
      summary: 'Whether there is an account, never the account',
      responses: { 200: json(CredentialsStateBody, 'The state') },
    }),
    async (context) => context.json(await service.credentials.state(storeOf(context)), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/edge/payments/credentials',
      summary: 'Keeps an account, sealed, after the provider has accepted it',
      request: body(CredentialsBody),
      responses: { 200: json(CredentialsTest, 'Kept'), '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const account = context.req.valid('json');
      const saved = await service.credentials.save(storeOf(context), account);
      if (saved.ok) return context.json(testView(saved.value, account), 200);
      if (saved.refusal.kind === 'no-key') {
        return problemResponse(
          problem(
            503,
            'no-secrets-key',
            'Relay sem chave',
            'O relay não tem SECRETS_KEY configurada e não pode guardar credenciais.',
          ),
        ) as never;
      }
      return problemResponse(
        problem(422, 'credentials', 'Credenciais não aceitas', wordsOf(saved.refusal)),
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/payments/credentials/test',
      summary: 'Says what is wrong with an account: the given one, or the kept one',
      request: {
        body: { required: true, content: { 'application/json': { schema: CredentialsBody.partial() } } },
      },
      responses: { 200: json(CredentialsTest, 'What was found') },
    }),
    async (context) => {
      const given = context.req.valid('json');
      const account =
        given.accessToken === undefined
          ? await service.credentials.of(storeOf(context))
          : {
              accessToken: given.accessToken,
              publicKey: given.publicKey ?? null,
              webhookSecret: given.webhookSecret ?? null,
            };
      if (account === null) {
        return context.json(
          {
            ok: false,
            message: 'Nenhuma credencial configurada: PIX e cartão online estão desligados.',
            payeeId: null,
            sandbox: null,
          },
          200,
        );
      }
      const tested = await service.provider.testCredentials(account);
      if (!tested.ok)
        return context.json(
          { ok: false, message: wordsOf(tested.refusal), payeeId: null, sandbox: null },
          200,
        );
      return context.json(testView(tested.value, account), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/edge/payments/credentials',
      summary: 'Forgets the account',
      responses: { 200: json(CredentialsStateBody, 'The state after that') },
    }),
    async (context) => {
      await service.credentials.forget(storeOf(context));
      return context.json(await service.credentials.state(storeOf(context)), 200);
    },
  );

  return app;
}

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
    case 'refused':
      return 'O Mercado Pago respondeu algo inesperado ao testar estas credenciais.';
  }
}
