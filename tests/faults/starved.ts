// A process that is given a tenth of a processor: it is stopped for nine tenths of every hundred milliseconds.

const RUNS_MS = 10;
const STANDS_MS = 90;

/** Until the returned function is called. */
export function starve(pid: number): () => void {
  let timer: NodeJS.Timeout;
  const run = (): void => {
    process.kill(pid, 'SIGCONT');
    timer = setTimeout(stand, RUNS_MS);
  };
  const stand = (): void => {
    process.kill(pid, 'SIGSTOP');
    timer = setTimeout(run, STANDS_MS);
  };
  stand();
  return () => {
    clearTimeout(timer);
    process.kill(pid, 'SIGCONT');
  };
}
