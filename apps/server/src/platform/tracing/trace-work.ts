import { type Span, SpanKind } from '@opentelemetry/api';
import { fail, type Spans } from './spans';
import { type Work, workChannel } from './tracing';

/** Pieces of jobs, and work that comes back by itself. */
export function traceWork({ start, running }: Spans): () => void {
  const open = new WeakMap<Work, Span>();
  workChannel.start.bindStore(running, (work) => {
    const span = start(work.name, SpanKind.INTERNAL, {});
    open.set(work, span);
    return span;
  });
  const end = (message: unknown) => {
    const { error } = message as { error?: unknown };
    const span = open.get(message as Work);
    if (!span) return;
    if (error === undefined) span.end();
    else fail(span, error);
  };
  workChannel.asyncEnd.subscribe(end);
  return () => {
    workChannel.start.unbindStore(running);
    workChannel.asyncEnd.unsubscribe(end);
  };
}
