// Tells systemd how the process is, by its own `systemd-notify`: ready, alive, stopping. One whose event loop hangs tells
// nothing, and is started anew. A full disk is no reason: another start would not empty it, and reading goes on.
import { execFile } from 'node:child_process';
import type { Logger } from 'pino';

const NOTIFY_MS_MAX = 5000;

export type Supervisor = { ready(): void; stopping(): void };

/** Without a socket (no systemd), all of it does nothing. `watchdogUsec` is the longest silence that systemd bears. */
export function createSupervisor(deps: {
  notifySocket: string | null;
  watchdogUsec: number | null;
  log: Pick<Logger, 'warn'>;
}): Supervisor {
  const { notifySocket, watchdogUsec, log } = deps;
  let timer: NodeJS.Timeout | null = null;

  function notifySystemd(state: string): void {
    if (notifySocket === null) return;
    execFile('systemd-notify', [`--pid=${process.pid}`, state], { timeout: NOTIFY_MS_MAX }, (error) => {
      if (error) log.warn({ err: error }, 'systemd could not be told');
    });
  }

  return {
    ready() {
      notifySystemd('READY=1');
      if (notifySocket === null || watchdogUsec === null) return;
      // Three times within that silence: one message may be lost or late.
      timer = setInterval(() => notifySystemd('WATCHDOG=1'), watchdogUsec / 3000);
      timer.unref();
    },
    stopping() {
      if (timer) clearInterval(timer);
      notifySystemd('STOPPING=1');
    },
  };
}
