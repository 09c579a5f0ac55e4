import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Config } from '#config';
import product from '../../../package.json' with { type: 'json' };
import { spansOf } from './spans';
import { traceOutgoing } from './trace-outgoing';
import { traceRequests } from './trace-requests';
import { traceStatements } from './trace-statements';
import { traceWork } from './trace-work';
import type { Tracing } from './tracing';

type Settings = NonNullable<Config['tracing']>;

/** A collector that does not answer costs a connection, and what does not fit into the queue is dropped. */
const limits = { exportMs: 10_000, stopMs: 2_000, queue: 2_048, textLength: 4_000 };

/** Nothing of it is loaded unless a collector is configured. Other settings are those of OpenTelemetry: OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME. */
export function startTracing({ endpoint, ratio }: Settings, log: Pick<Logger, 'info' | 'warn'>): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: limits.exportMs,
    concurrencyLimit: 4, // at the end all that waits is sent at once
  });
  const provider = new TracerProvider({
    resource: resource(),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: limits.textLength },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, log),
        maxQueueSize: limits.queue,
        exportTimeoutMillis: limits.exportMs,
      }),
    ],
  });
  const spans = spansOf(provider.getTracer('key2xs'));
  const stops = [traceOutgoing(spans), traceWork(spans)];
  log.info('traces are sent to a collector');
  return {
    traceRequests: (app) => traceRequests(app, spans),
    traceStatements: (pool) => void stops.push(traceStatements(pool, spans)),
    async stop() {
      for (const stop of stops) stop();
      const timer = new Promise<void>((resolve) => setTimeout(resolve, limits.stopMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timer]); // the exporter has said why
    },
  };
}

/** `defaultResource` names the library; the environment may name the service and what else is to be known of it. */
const resource = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'key2xs', 'service.version': product.version }))
    .merge(detectResources({ detectors: [envDetector] }));

/** Says once that the collector takes nothing, and once that it does again. */
function reporting(exporter: OTLPTraceExporter, log: Pick<Logger, 'info' | 'warn'>): SpanExporter {
  let isFailing = false;
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, 'the collector takes no traces');
        if (!hasFailed && isFailing) log.info('the collector takes traces again');
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
