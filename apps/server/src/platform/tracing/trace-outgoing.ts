import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { fail, type Spans } from './spans';

/** What undici says of a call, also that within Node. */
type Call = { request: { origin?: string | URL; method: string }; response?: { statusCode: number }; error?: unknown };

/** Of an address only the host: paths and queries have ids, names and secrets in them. */
export function traceOutgoing({ start }: Spans): () => void {
  const open = new WeakMap<Call['request'], Span>();
  const on: Record<string, (call: Call, span: Span | undefined) => void> = {
    'undici:request:create': ({ request }) => {
      const { hostname, port } = new URL(String(request.origin));
      const span = start(request.method, SpanKind.CLIENT, {
        'http.request.method': request.method,
        'server.address': hostname,
        ...(port && { 'server.port': Number(port) }),
      });
      open.set(request, span);
    },
    'undici:request:headers': ({ response }, span) => {
      span?.setAttribute('http.response.status_code', response?.statusCode ?? 0);
      if ((response?.statusCode ?? 0) >= 400) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    'undici:request:trailers': (_, span) => span?.end(),
    'undici:request:error': ({ error }, span) => span && fail(span, error),
  };
  const stops = Object.entries(on).map(([channel, note]) => {
    const listener = (message: unknown) => {
      const call = message as Call;
      note(call, open.get(call.request));
    };
    subscribe(channel, listener);
    return () => unsubscribe(channel, listener);
  });
  return () => {
    for (const stop of stops) stop();
  };
}
