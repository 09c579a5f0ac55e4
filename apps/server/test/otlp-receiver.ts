import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type Value = { stringValue?: string; intValue?: number };

/** As OTLP writes it in JSON. */
type WireSpan = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};
type Batch = { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };

export type ReceivedSpan = {
  name: string;
  id: string;
  parent: string | undefined;
  is: Record<string, unknown>;
  code: number;
};

/** A collector that takes traces by OTLP over HTTP, until the end of the test. `all`: everything as it came. */
export async function anOtlpReceiver() {
  const batches: Batch[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') batches.push((await json(request)) as Batch);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    all: () => JSON.stringify(batches),
    spans: (): ReceivedSpan[] =>
      batches
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map(({ name, spanId, parentSpanId, attributes, status }) => ({
          name,
          id: spanId,
          parent: parentSpanId || undefined,
          is: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
          code: status.code ?? 0,
        })),
  };
}
