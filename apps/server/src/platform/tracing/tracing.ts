import { tracingChannel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** Sends what the product does as spans of OpenTelemetry to a collector. */
export type Tracing = {
  /** Each request becomes a span, named after its route. */
  traceRequests(app: FastifyInstance): void;
  /** Each statement within a request or a piece of work becomes a span, without its values. */
  traceStatements(pool: pg.Pool): void;
  /** Sends what is left, for a short while only. */
  stop(): Promise<void>;
};

/** Background work; the name is one of a few that are in the code. */
export type Work = { name: string };

/** Costs nothing while no one listens. */
export const workChannel = tracingChannel<unknown, Work>('key2xs.work');
