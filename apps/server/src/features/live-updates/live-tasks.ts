import { type LiveResource, liveResources, type liveUpdates, type SentEvent } from '@key2xs/contract';
import { sharedReading } from '#platform/caches/shared-reading';
import type { Db, Deps } from '#platform/deps';
import { administratorsState } from '../administrators/service';
import { keysState } from '../key-cases/service';
import { keyRequestsState } from '../key-requests/service';
import { keySystemsState } from '../key-systems/service';
import { plansState } from '../plans/service';
import { programmingState } from '../programming/service';
import { countSeen, listTaskStates, type TaskState } from '../tasks/service';
import { createSignalLog, type Signal } from './signal-log';
import { Unsent } from './unsent';

type LiveEvent = SentEvent<typeof liveUpdates.stream>;

type Follower = { adminId: string; seesTasks: boolean; sees: ReadonlySet<LiveResource> };
type Who = Follower & { lastEventId: string | undefined; signal: AbortSignal };

/** Changes whenever something of the resource does. */
const stateOf: Record<LiveResource, (db: Db) => Promise<string>> = {
  administrators: administratorsState,
  'key-plans': plansState,
  'key-requests': keyRequestsState,
  'key-systems': keySystemsState,
  keys: keysState,
  'programming-jobs': programmingState,
};

export type LiveTasks = {
  /** What changes from here on; where Last-Event-ID is known, from there. Ends with the signal. */
  follow(who: Who): Promise<AsyncIterable<LiveEvent>>;
};

/** Reads after each commit how tasks and the resources stand, once for all followers, and tells each of them what differs from before. */
export function createLiveTasks({ db, commits, newId }: Pick<Deps, 'db' | 'commits' | 'newId'>): LiveTasks {
  const followers = new Map<Unsent, Follower>();
  const log = createSignalLog(newId());
  let known: ReadonlyMap<string, TaskState> | undefined;
  const knownStates = new Map<LiveResource, string>();
  const seen = new Map<string, number>();
  let stopListening: (() => void) | undefined;

  const publish = (signal: Omit<Signal, 'number'>) => {
    const added = log.add(signal);
    for (const [unsent, follower] of followers) if (isFor(added, follower)) unsent.add(added, log.idOf(added.number));
  };

  const refresh = sharedReading(async () => {
    const adminIds = [...new Set([...followers.values()].map(({ adminId }) => adminId))];
    if (adminIds.length === 0) return;
    const [states, counts] = [await listTaskStates(db), await countSeen(db, adminIds)];
    const now = new Map(states.map((state) => [state.id, state]));
    const signal = known && difference(known, now);
    known = now;
    if (signal) publish(signal);
    for (const resource of liveResources) {
      if (![...followers.values()].some(({ sees }) => sees.has(resource))) continue;
      const [before, state] = [knownStates.get(resource), await stateOf[resource](db)];
      knownStates.set(resource, state);
      if (before !== undefined && before !== state) publish({ resource, changed: [], progress: [] });
    }
    for (const adminId of adminIds) {
      const [before, count] = [seen.get(adminId), counts.get(adminId) ?? 0];
      seen.set(adminId, count);
      if (before !== undefined && before !== count) publish({ adminId, changed: [], progress: [] });
    }
  });

  const join = (unsent: Unsent, { adminId, seesTasks, sees, signal }: Who) => {
    followers.set(unsent, { adminId, seesTasks, sees });
    stopListening ??= commits.listen({ onCommit: refresh });
    signal.addEventListener('abort', () => {
      followers.delete(unsent);
      if (followers.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    });
  };

  return {
    async follow(who) {
      if (!who.seesTasks && who.sees.size === 0) return nothing(who.signal);
      const unsent = new Unsent();
      join(unsent, who);
      await refresh(); // what has changed since the last follower left belongs to the log
      unsent.take(); // is in the log, and needless to those who read everything again
      const missed = log.since(who.lastEventId);
      for (const signal of missed ?? []) if (isFor(signal, who)) unsent.add(signal, log.idOf(signal.number));
      return tell(unsent, { resumed: missed !== undefined, id: missed ? who.lastEventId : log.lastId() }, who.signal);
    },
  };
}

const isFor = ({ adminId, resource }: Signal, follower: Follower) =>
  (adminId === undefined || adminId === follower.adminId) &&
  (resource ? follower.sees.has(resource) : follower.seesTasks);

/** Undefined where there is none. */
function difference(
  before: ReadonlyMap<string, TaskState>,
  now: ReadonlyMap<string, TaskState>,
): Pick<Signal, 'changed' | 'progress'> | undefined {
  const ids = [...new Set([...before.keys(), ...now.keys()])];
  const changed = ids.filter((id) => before.get(id)?.rest !== now.get(id)?.rest);
  const progress = [...now.values()].flatMap(({ id, done, total, rest }) => {
    const was = before.get(id);
    const isOnly = was?.rest === rest && (was.done !== done || was.total !== total);
    return isOnly ? [{ task_id: id, done, total }] : [];
  });
  return changed.length + progress.length > 0 ? { changed, progress } : undefined;
}

async function* tell(
  unsent: Unsent,
  { resumed, id }: { resumed: boolean; id: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  yield { event: 'connected', data: { resumed }, ...(id !== undefined && { id }) };
  for (;;) {
    await unsent.next(signal);
    if (signal.aborted) return;
    yield* unsent.take();
  }
}

/** For those who may see nothing of it. */
async function* nothing(signal: AbortSignal): AsyncGenerator<LiveEvent> {
  yield { event: 'connected', data: { resumed: true } };
  await new Unsent().next(signal);
}
