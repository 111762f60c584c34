// What a server counts of itself, for who watches it from outside: numbers in the form that Prometheus reads. No names, phones or
// numbers of orders and stores: a label has few values, all of them written in this program.

/** Before every name but those of the process itself, which are named as everywhere. */
const METRIC_PREFIX = 'balcao_';

/** A number that is looked up when somebody asks. With `label` it is one number for each of few values. Null: nothing is known now. */
export type Gauge = {
  name: string;
  help: string;
  label?: string;
  read(): GaugeValue | Promise<GaugeValue>;
};
type GaugeValue = number | Readonly<Record<string, number>> | null;

/** What is counted as it happens, and the page on which everything stands. Nothing in it throws. */
export type Meters = {
  /** A request was answered, or its stream was opened. `route` as it is written in the program, never as it was asked. */
  recordRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** A row of a store's log was kept by the relay so long after the store wrote it. */
  recordLag(seconds: number): void;
  /** Work was written, and is on the disk. */
  recordCommit(seconds: number): void;
  gauges(of: readonly Gauge[]): void;
  page(): Promise<{ type: string; text: string }>;
};

/** Where nobody looks: costs nothing, and loads nothing. */
export const noMeters: Meters = {
  recordRequest: () => undefined,
  recordLag: () => undefined,
  recordCommit: () => undefined,
  gauges: () => undefined,
  page: () => Promise.resolve({ type: 'text/plain', text: '' }),
};

const QUICK_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LAG_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600];

/** Counts with prom-client, which is loaded here and nowhere else. `ofProcess`: memory, event-loop delay and collections of rubbish too. */
export async function openMeters({ ofProcess }: { ofProcess: boolean }): Promise<Meters> {
  const prom = (await import('prom-client')).default;
  const register = new prom.Registry();
  if (ofProcess) prom.collectDefaultMetrics({ register });
  const common = { registers: [register] };
  const requests = new prom.Counter({
    name: `${METRIC_PREFIX}requests_total`,
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    ...common,
  });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new prom.Histogram({ name: `${METRIC_PREFIX}${name}`, help, buckets, ...common });
  const took = histogram(
    'request_seconds',
    'How long an answer took, streams until they were opened',
    QUICK_SECONDS,
  );
  const lag = histogram(
    'log_lag_seconds',
    'From a row of the log to the copy of it, by the clocks of both',
    LAG_SECONDS,
  );
  const commits = histogram(
    'commit_seconds',
    'Writing on the disk of the store, its sync included',
    QUICK_SECONDS,
  );
  const unread = new prom.Counter({
    name: `${METRIC_PREFIX}unread_gauges_total`,
    help: 'Numbers on this page that could not be looked up',
    ...common,
  });

  return {
    recordRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status: String(status) });
      took.observe(seconds);
    },
    recordLag: (seconds) => lag.observe(Math.max(0, seconds)),
    recordCommit: (seconds) => commits.observe(seconds),
    gauges(of) {
      for (const { name, help, label, read } of of)
        new prom.Gauge({
          name: `${METRIC_PREFIX}${name}`,
          help,
          labelNames: label === undefined ? [] : [label],
          ...common,
          async collect() {
            // A number without labels is left at 0 by a reset, which says something else than that it is not known.
            this.reset();
            if (label === undefined) this.remove();
            // One that cannot be read must not take the others with it.
            try {
              const value = await read();
              if (typeof value === 'number') this.set(value);
              else if (value !== null)
                for (const [one, number] of Object.entries(value)) this.set({ [label ?? 'of']: one }, number);
            } catch {
              unread.inc();
            }
          },
        });
    },
    page: async () => ({ type: register.contentType, text: await register.metrics() }),
  };
}
