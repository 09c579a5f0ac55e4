import { AsyncLocalStorage } from 'node:async_hooks';
import { context, type Span, type SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';

/** Makes spans below the one that is running. */
export type Spans = {
  /** @param kind of the span; a parent is the one that runs */
  start(name: string, kind: SpanKind, attributes: Record<string, string | number>): Span;
  running: AsyncLocalStorage<Span>;
};

export function spansOf(tracer: Tracer): Spans {
  const running = new AsyncLocalStorage<Span>();
  return {
    running,
    start(name, kind, attributes) {
      const parent = running.getStore();
      const at = parent ? trace.setSpan(context.active(), parent) : context.active();
      return tracer.startSpan(name, { kind, attributes }, at);
    },
  };
}

/** Ends a span with the kind of a failure: its message may hold values. */
export function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
