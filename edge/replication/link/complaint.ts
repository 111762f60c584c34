// Says why there is no link without filling the log: an outage of a night is not a hundred thousand lines. Reasons that alternate, as a
// relay behind a proxy that comes and goes gives them, count each for itself.

const COMPLAINT_EVERY_MS = 30_000;
/** Different reasons in that time; what is above says nothing that these do not. */
const REASONS_MAX = 4;

export function createComplaint(
  log: { warn(details: object, message: string): void },
  nowMs: () => number = () => performance.now(),
): (reason: string) => void {
  const saidAtMs = new Map<string, number>();
  return (reason) => {
    for (const [said, atMs] of saidAtMs) if (nowMs() - atMs >= COMPLAINT_EVERY_MS) saidAtMs.delete(said);
    if (saidAtMs.has(reason) || saidAtMs.size >= REASONS_MAX) return;
    saidAtMs.set(reason, nowMs());
    log.warn({ reason }, 'no link to the relay');
  };
}
