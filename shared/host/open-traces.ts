// Spans by OpenTelemetry, which is loaded here and nowhere else. Nobody waits for a collector: spans wait for it in a queue with an end,
// and what finds no place in it is lost. The libraries read the standard variables OTEL_TRACES_SAMPLER, OTEL_BSP_* and OTEL_EXPORTER_OTLP_*
// themselves. Nothing is registered for the whole process: other packages would write spans of their own, with whatever they know.
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { VERSION } from '../version.ts';
import type { Span, SpanKind, Traces } from './traces.ts';
import { describeError } from './written-error.ts';

/** So long after its end a span may still get parts: work that goes on when the answer is out. */
const LATE_PART_MS_MAX = 60_000;
/** A collector that does not answer may hold up the end of a server for so long. */
const STOP_MS_MAX = 1000;

const KINDS: Record<SpanKind, OtelKind> = {
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  internal: OtelKind.INTERNAL,
};
const propagator = new W3CTraceContextPropagator();

/** Hands spans to the collector at `endpoint`. What cannot be handed over is said in the log, less and less often. */
export function collectAt(deps: {
  endpoint: string;
  service: string;
  log: { warn(details: object, message: string): void };
}): Traces {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': deps.service, 'service.version': VERSION }),
    spanProcessors: [new BatchSpanProcessor(toldExporter(deps))],
  });
  const tracer = provider.getTracer(deps.service, VERSION);

  function begin(name: string, kind: SpanKind, parent: Context): Span {
    const span = tracer.startSpan(name, { kind: KINDS[kind] }, parent);
    const within = trace.setSpan(ROOT_CONTEXT, span);
    let endedAtMs: number | null = null;
    return {
      part: (of, as) =>
        endedAtMs !== null && performance.now() - endedAtMs > LATE_PART_MS_MAX ? null : begin(of, as, within),
      traceparent() {
        const carrier: { traceparent?: string } = {};
        propagator.inject(within, carrier, defaultTextMapSetter);
        return carrier.traceparent ?? '';
      },
      end({ name: better, facts, failed = false } = {}) {
        if (better !== undefined) span.updateName(better);
        if (facts !== undefined) span.setAttributes(facts);
        // Without the error's words: they may hold what was asked, and of whom.
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        endedAtMs = performance.now();
      },
    };
  }

  return {
    begin: (name, kind, traceparent) =>
      begin(name, kind, propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)),
    async stop() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, STOP_MS_MAX);
      // What it failed with is told by the exporter.
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}

function toldExporter({ endpoint, log }: Parameters<typeof collectAt>[0]): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  let failures = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        failures = result.code === ExportResultCode.SUCCESS ? 0 : failures + 1;
        if (failures > 0 && Math.log2(failures) % 1 === 0)
          log.warn(
            { failures, reason: describeError(result.error).message },
            'spans could not be handed to the collector and are lost',
          );
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
