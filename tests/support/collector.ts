// A stand-in for a collector of spans: takes OTLP over HTTP as JSON, and remembers it.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen } from './listen.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        attributes: Attribute[];
        status: { code: number };
      }[];
    }[];
  }[];
};

/** A span as it came, `service` being whose it is. */
export type CollectedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  facts: Record<string, string | number | undefined>;
  failed: boolean;
};

const factsOf = (attributes: readonly Attribute[]): CollectedSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/** `status`: what it answers with; null: it never does. */
export async function startCollector(status: number | null = 200) {
  const bodies: string[] = [];
  const paths = new Set<string>();
  const server = createServer((incoming, outgoing) => {
    paths.add(incoming.url ?? '');
    void text(incoming).then((body) => {
      bodies.push(body);
      if (status !== null) outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { url } = await listen(server);
  return {
    url,
    paths,
    /** Everything that came, as it came. */
    everything: (): string => bodies.join('\n'),
    spans: (): CollectedSpan[] =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans
            .flatMap(({ spans }) => spans)
            .map(({ name, traceId, spanId, parentSpanId, attributes, status }) => ({
              ...{ name, traceId, spanId, parentSpanId, facts: factsOf(attributes) },
              service: String(factsOf(resource.attributes)['service.name']),
              failed: status.code === 2,
            })),
        ),
    close: () => closeServer(server),
  };
}
