// A process that is given a tenth of a processor: it is stopped for nine tenths of every hundred milliseconds.

const RUNS_MS = 10;
const STANDS_MS = 90;

/** Until the returned function is called, or the process is gone. */
export function starve(pid: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const tell = (signal: NodeJS.Signals): boolean => {
    try {
      return process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  };
  const run = (): void => {
    if (tell('SIGCONT')) timer = setTimeout(stand, RUNS_MS);
  };
  const stand = (): void => {
    if (tell('SIGSTOP')) timer = setTimeout(run, STANDS_MS);
  };
  stand();
  return () => {
    clearTimeout(timer);
    tell('SIGCONT');
  };
}
