import { z } from 'zod';
import type { Running } from '../running';
import { badRequest, GraphRefused } from './graph-error';

const asked = {
  /** Properties selected in the first call. */
  select: z.array(z.string()).nullable(),
  ids: z.array(z.string()).nullable(),
};

/** The state within a round. */
const Skip = z.discriminatedUnion('round', [
  z.object({
    ...asked,
    kind: z.enum(['users', 'groups']),
    round: z.literal('first'),
    /** The last change before its start. */
    began: z.int(),
    index: z.int(),
    /** Where to continue the members of the group at `index`. */
    member: z.int().nullable(),
  }),
  z.object({
    ...asked,
    kind: z.enum(['users', 'groups']),
    round: z.literal('changes'),
    after: z.int(),
    up_to: z.int(),
    index: z.int(),
  }),
]);
export type Skip = z.infer<typeof Skip>;

/** The state at the end of a round. */
const Delta = z.object({ ...asked, kind: z.enum(['users', 'groups']), after: z.int(), at: z.number() });
export type Delta = z.infer<typeof Delta>;

export type DeltaKind = Delta['kind'];

const lifetimeMs = 7 * 86_400_000;

export function readSkip({ system }: Running, kind: DeltaKind, token: string): Skip {
  const skip = Skip.safeParse(system.seal.open(token));
  if (!skip.success || skip.data.kind !== kind) throw badRequest('Invalid skip token.', 'Directory_ExpiredPageToken');
  return skip.data;
}

/** A token is valid for seven days. @throws GraphRefused that requires a new first round */
export function readDelta(running: Running, kind: DeltaKind, token: string): Delta {
  const { system } = running;
  const delta = Delta.safeParse(system.seal.open(token));
  if (!delta.success || delta.data.kind !== kind) {
    throw badRequest("Badly formed token. The value of '$deltatoken' is not one of ours.", 'Request_BadRequest');
  }
  if (system.clock.now().getTime() - delta.data.at > lifetimeMs) throw resync(running, kind, '410');
  return delta.data;
}

/** The ways in which Graph reports an expired token. */
export function resync(running: Running, kind: string, way: string): GraphRefused {
  const location = { location: `${running.graphUrl()}/v1.0/${kind}/delta?$deltatoken=` };
  const message = 'The sync state generation is not found; or the delta token has expired.';
  if (way === 'syncStateNotFound') return new GraphRefused(400, 'syncStateNotFound', message);
  if (way === 'resyncRequired') return new GraphRefused(400, 'resyncRequired', message, location);
  return new GraphRefused(410, 'syncStateNotFound', message, location);
}
