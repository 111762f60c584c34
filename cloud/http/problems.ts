// What only the relay answers in the problem form: it has too much to do, its database is busy or away.
import { onError, problemResponse, type ErrorLog } from '@balcao/shared/host/problems.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { ErrorHandler } from 'hono';
import { isDatabaseAway } from '../storage/unreachable.ts';

/** As long as a database takes to start again. */
const RETRY_SECONDS = 5;
/** A rush is over sooner, and who comes back waits in a queue then. */
const BUSY_SECONDS = 2;

/** More is asked than the relay answers at once, or of this store. */
export const tooBusy = (): Response =>
  problemResponse(
    problem(
      503,
      'too-busy',
      'Muito movimento agora',
      'O site está com mais pedidos do que consegue atender. Nada foi perdido: tente de novo em alguns segundos.',
      { retryAfterSeconds: BUSY_SECONDS },
    ),
  );

export const databaseBusy = (): Response =>
  problemResponse(
    problem(
      503,
      'database-busy',
      'Muito movimento agora',
      'O site está com mais pedidos do que consegue atender. Nada foi perdido: tente de novo em alguns segundos.',
      { retryAfterSeconds: RETRY_SECONDS },
    ),
  );

export const onRelayError = (log: ErrorLog): ErrorHandler =>
  onError(log, (error, path) => {
    if (!isDatabaseAway(error)) return null;
    log.error({ err: error, path }, 'request failed');
    return problemResponse(
      problem(
        503,
        'database-away',
        'Fora do ar por um instante',
        'O site está sem acesso aos seus dados agora. Nada foi perdido: tente de novo em um minuto.',
        { retryAfterSeconds: RETRY_SECONDS },
      ),
    );
  });
