// What a payment is when it is made: at once by a card, waiting for a PIX, or at a terminal. Decides, and keeps nothing.
import { outcomeFor, PAYMENT_METHODS } from './card-outcomes.ts';
import type { CardTokens } from './card-tokens.ts';
import type { CreateRequest } from './create-request.ts';
import type { TerminalOrderRequest } from './order-request.ts';
import type { Payment } from './payment.ts';
import { badRequest, done, refused, type Outcome } from './refusal.ts';

export const AT_TERMINAL = { status: 'pending', statusDetail: 'created', card: null } as const;

/** What the books say of it until the way is chosen at the terminal: a card, most likely. */
export const requestAtTerminal = ({
  amountCents,
  reference,
  description,
  expiresAtMs,
}: TerminalOrderRequest): CreateRequest => ({
  ...requestFor(amountCents, 'master'),
  description,
  externalReference: reference,
  expiresAtMs,
});

export function requestFor(amountCents: number, methodId: string): CreateRequest {
  const method = PAYMENT_METHODS.find(({ id }) => id === methodId);
  if (method === undefined) throw new Error(`the simulator has no ${methodId}`);
  return {
    amountCents,
    method,
    description: null,
    externalReference: null,
    notificationUrl: null,
    metadata: {},
    additionalInfo: {},
    payer: { email: '', firstName: null, lastName: null, identification: null },
    token: null,
    installments: 1,
    statementDescriptor: null,
    binaryMode: true,
    capture: true,
    expiresAtMs: null,
  };
}

export function startOf(
  request: CreateRequest,
  tokens: CardTokens,
): Outcome<Pick<Payment, 'status' | 'statusDetail' | 'card'>> {
  if (request.token === null)
    return done({ status: 'pending', statusDetail: 'pending_waiting_transfer', card: null });
  const found = tokens.find(request.token);
  if (!found.ok) return found;
  const { card, method } = found.value;
  if (method.id !== request.method.id) return refused(badRequest(2131, 'Cannot infer Payment Method'));
  const outcome = outcomeFor(card.holderName);
  if (outcome.status === 'approved' && !request.capture) {
    return done({ status: 'authorized', statusDetail: 'pending_capture', card });
  }
  // Binary mode leaves no room for 'we shall see'.
  if (outcome.status === 'in_process' && request.binaryMode && outcome.evenInBinaryMode !== true) {
    return done({ status: 'rejected', statusDetail: 'cc_rejected_other_reason', card });
  }
  return done({ status: outcome.status, statusDetail: outcome.detail, card });
}
