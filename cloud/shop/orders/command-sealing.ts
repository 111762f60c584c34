// Commands and the store's answers as the relay keeps them: persons and tracking tokens sealed, so that a copy of the database names
// nobody and opens no order; opened again for the store, and for the browser that asks for its answer once more.
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { seal, unsealWithAny } from '../../storage/sealing.ts';

type CommandPlace = { storeId: string; orderId: string };
export const tokenPlace = ({ storeId, orderId }: CommandPlace): string =>
  `${storeId} commands ${orderId} tracking_token`;

export type CommandSealing = ReturnType<typeof createCommandSealing>;

export function createCommandSealing(
  secretsKey: Uint8Array,
  persons: Persons,
  previousKey: Uint8Array | null = null,
) {
  /** `change` is given what a customer sent; other commands name nobody. */
  function withPerson(storeId: string, command: Command, change: Persons['close']): Command {
    switch (command.kind) {
      case 'order.place': {
        const { order } = command.payload;
        return { ...command, payload: { order: change({ storeId, id: order.id }, order) } };
      }
      case 'wholesale.place': {
        const { wholesale } = command.payload;
        return { ...command, payload: { wholesale: change({ storeId, id: wholesale.id }, wholesale) } };
      }
      default:
        return command;
    }
  }

  return {
    closeCommand: (storeId: string, command: Command): Command => withPerson(storeId, command, persons.close),
    openCommand: (storeId: string, command: Command): Command => withPerson(storeId, command, persons.open),

    /** As it is written down. Only who placed an order asks again for its token. */
    closeOutcome(row: CommandPlace & { kind: string }, outcome: Outcome): Outcome {
      const { storeId } = row;
      switch (outcome.status) {
        case 'done':
          return {
            ...outcome,
            order: persons.close({ storeId, id: outcome.order.id }, outcome.order),
            trackingToken:
              row.kind === ('order.place' satisfies Command['kind'])
                ? seal(secretsKey, tokenPlace(row), outcome.trackingToken)
                : '',
          };
        case 'wholesale':
          return {
            ...outcome,
            wholesale: persons.close({ storeId, id: outcome.wholesale.id }, outcome.wholesale),
          };
        default:
          return outcome;
      }
    },

    /** As the store said it. Without a token when SECRETS_KEY is another one now: the order is shown like a stranger's then. */
    openOutcome<O extends Outcome | null>(about: CommandPlace, outcome: O): O {
      const { storeId } = about;
      switch (outcome?.status) {
        case 'done':
          return {
            ...outcome,
            order: persons.open({ storeId, id: outcome.order.id }, outcome.order),
            trackingToken:
              unsealWithAny([secretsKey, previousKey], tokenPlace(about), outcome.trackingToken) ?? '',
          };
        case 'wholesale':
          return {
            ...outcome,
            wholesale: persons.open({ storeId, id: outcome.wholesale.id }, outcome.wholesale),
          };
        default:
          return outcome;
      }
    },
  };
}
