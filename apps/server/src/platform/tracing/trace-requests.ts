import { eventsOf } from '@key2xs/contract';
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Spans } from './spans';

/** Called every few seconds by monitoring. */
const notTraced: ReadonlySet<string | undefined> = new Set(['/livez', '/readyz', '/healthz', '/metrics']);

/** Names are routes with placeholders: an address has ids and searched words in it. A parent that callers name is not believed. */
export function traceRequests(app: FastifyInstance, { start, running }: Spans): void {
  const open = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, next) => {
    const { url: route, config } = request.routeOptions;
    if (notTraced.has(route) || (config.endpoint && eventsOf(config.endpoint))) return next();
    const span = start(`${request.method} ${route ?? 'unknown'}`, SpanKind.SERVER, {
      'http.request.method': request.method,
      'http.route': route ?? 'unknown',
      'key2xs.request_id': request.id,
    });
    open.set(request, span);
    running.run(span, next);
  });
  app.addHook('onResponse', (request, reply, next) => {
    const span = open.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    next();
  });
}
