import { heartbeat } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import { sharedReading } from '../caches/shared-reading';
import { isOutage } from '../database/database-outage';
import type { Actor, Deps } from '../deps';
import { AppError } from '../errors';
import { findActorsByProof } from '../sign-in/actor-finder';
import { type Connection, EventStream } from './event-stream';

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

export type EventStreams = {
  /**
   * Opens a stream to the caller. It ends when the caller leaves or does not read, when their session ends or their rights
   * change, when the database does not answer, and when the server stops.
   * @throws AppError too_many_streams, overloaded
   */
  open(connection: Connection, actor: Actor): EventStream;
};

/** Browsers open six connections to a server over HTTP/1.1, and requests need some of them. */
const maxPerSession = 4;
const maxInAll = 1_000;
/** For readers to take what was sent before the stop. */
const partingMs = 1_000;

type Needs = Pick<Deps, 'db' | 'clock' | 'commits' | 'log'>;

/** Gives the application its streams. Without any, nothing runs. */
export function installEventStreams(app: FastifyInstance, deps: Needs, everyMs: number = heartbeat.everyMs): void {
  const open = new Map<EventStream, Actor>();
  let stopWatching: (() => void) | undefined;

  const endAll = () => {
    for (const stream of open.keys()) stream.end();
  };
  const lose = (error: unknown) => {
    const reason = error instanceof Error ? error.message : '';
    if (isOutage(error)) deps.log.warn({ streams: open.size, reason }, 'streams ended: no database');
    else deps.log.error({ streams: open.size, err: error }, 'streams ended');
    endAll();
  };
  const check = sharedReading(async () => {
    const actors = await findActorsByProof(
      deps,
      [...open.values()].map(({ proof }) => proof),
    );
    for (const [stream, actor] of open) if (!hasSameRights(actor, actors.get(actor.proof.id))) stream.end();
  });
  const checkOrEnd = () => check().catch(lose);

  const watch = () => {
    const heartbeat = setInterval(() => {
      for (const stream of open.keys()) stream.beat();
      void checkOrEnd();
    }, everyMs);
    const stopListening = deps.commits.listen({ onCommit: check, onLoss: lose });
    return () => {
      clearInterval(heartbeat);
      stopListening();
    };
  };

  app.decorate('eventStreams', {
    open(connection, actor) {
      requireRoom(open, actor);
      const stream = new EventStream(connection, checkOrEnd);
      open.set(stream, actor);
      stopWatching ??= watch();
      stream.signal.addEventListener('abort', () => {
        open.delete(stream);
        if (open.size > 0) return;
        stopWatching?.();
        stopWatching = undefined;
      });
      return stream;
    },
  });
  // Before Fastify waits for open connections.
  app.addHook('preClose', async () => {
    const connections = [...open.keys()].map(({ connection }) => connection);
    endAll();
    setTimeout(() => {
      for (const connection of connections) connection.destroy();
    }, partingMs).unref();
  });
}

function requireRoom(open: ReadonlyMap<EventStream, Actor>, { proof }: Actor): void {
  const own = [...open.values()].filter((actor) => actor.proof.id === proof.id);
  if (own.length >= maxPerSession) {
    throw new AppError('too_many_streams', say('request.tooManyStreams', { most: maxPerSession }), { retry_after: 60 });
  }
  if (open.size >= maxInAll) throw new AppError('overloaded', say('request.noMoreStreams'), { retry_after: 60 });
}

const rightsOf = ({ role, functions, scope }: Actor) => JSON.stringify([role, functions, scope]);

const hasSameRights = (before: Actor, now: Actor | undefined) =>
  now !== undefined && rightsOf(before) === rightsOf(now);
