import { z } from 'zod';
import type { RecordedKey, RecordedProgrammingJob } from '../../../key-system-driver';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import type { Running } from '../serve';
import { getCylinder, getJob, getKey } from '../system/find-record';
import { type KeyRights, membersOf, NotedEvent } from '../system/lists';
import { type System, waitingEvents } from '../system/system';

const act = actsOn<Running>();

const ProgrammingKey = Id.default('PK-01');

/** Keys, cylinders and programming devices: they receive recorded rights late, and deliver their events late. */
export const hardwareActs = {
  happen: act(
    'Puts a key into a cylinder; both record it, and it becomes known once one of them is read',
    {
      key: Id,
      cylinder: Id,
      /** By default derived from the rights in the key. */
      result: NotedEvent.shape.result.optional(),
      reason: z.string().optional(),
      /** By default the time of the sandbox. */
      at: z.iso.datetime({ offset: true }).optional(),
    },
    ({ system }, happening): NotedEvent[] => {
      const events = eventsOf(system, happening);
      for (const event of events) system.noted.put(event);
      return events;
    },
  ),
  'update-key': act(
    'Updates a key at a programming device: it takes the rights recorded for its holder and hands over its events',
    { key: Id },
    ({ system }, { key: id }) => {
      const key = getKey(system, id).change({ last_update_at: system.clock.now().toISOString() });
      const rights = recordedRights(system, key);
      if (rights) system.rights.put(rights);
      carryIn(system, ({ source, key_external_id }) => source === 'key' && key_external_id === id);
      return key;
    },
  ),
  'load-job': act(
    'Loads a job onto a programming key',
    { job: Id, programming_key: ProgrammingKey },
    ({ system }, { job, programming_key }) =>
      changeJob(system, job, { state: 'loaded_on_key', assigned_key: programming_key }),
  ),
  'do-job': act(
    'Does a job at the cylinder with a programming key, which brings back the events of the cylinder',
    { job: Id, programming_key: ProgrammingKey },
    ({ system }, { job: id, programming_key }) => {
      const done_at = system.clock.now().toISOString();
      const job = changeJob(system, id, { state: 'done', assigned_key: programming_key, done_at });
      const at = job.cylinder_external_id;
      carryIn(system, ({ source, cylinder_external_id }) => source === 'cylinder' && cylinder_external_id === at);
      return job;
    },
  ),
};

function changeJob(system: System, id: string, fields: Partial<RecordedProgrammingJob>): RecordedProgrammingJob {
  const { record, change } = getJob(system, id);
  if (record.state === 'done') throw new RangeError(`The programming job ${id} is done already.`);
  return change(fields);
}

type Happening = Partial<Pick<NotedEvent, 'result' | 'reason'>> & { key: string; cylinder: string; at?: string };

function eventsOf(system: System, { key: keyId, cylinder: cylinderId, at, ...happening }: Happening): NotedEvent[] {
  const key = getKey(system, keyId).record;
  const cylinder = getCylinder(system, cylinderId).record;
  const rights = system.rights.get(keyId);
  const isMissing =
    rights && !rights.cylinders.includes(cylinderId) && !rights.groups.includes(cylinder.group_external_id ?? '');
  const result = happening.result ?? (isMissing ? 'denied' : 'granted');
  const number = system.events.total() + waitingEvents(system).length + 1;
  return (['key', 'cylinder'] as const).map((source, index) => ({
    external_id: `E-${String(number + index).padStart(7, '0')}`,
    event_time: (at === undefined ? system.clock.now() : new Date(at)).toISOString(),
    source,
    key_external_id: keyId,
    cylinder_external_id: cylinderId,
    person_identity: key.holder_identity,
    result,
    reason: happening.reason ?? (result === 'denied' ? 'no_access' : null),
  }));
}

/** Undefined for keys of foreign persons: the rights that the operator has put into them are unknown here. */
function recordedRights({ domains }: System, { external_id, holder_identity }: RecordedKey): KeyRights | undefined {
  for (const domain of domains.values()) {
    const { persons, profiles } = domain;
    const holder = persons.get(holder_identity ?? '');
    const reference = holder?.reference;
    if (!holder || !reference) continue;
    const all = profiles.slice(0, profiles.total());
    const theirs = all.filter((profile) => holder.active && membersOf(domain, profile).includes(reference));
    return {
      key: external_id,
      cylinders: theirs.flatMap(({ cylinders }) => cylinders),
      groups: theirs.flatMap(({ cylinder_groups }) => cylinder_groups),
    };
  }
  return undefined;
}

/** All events of one import share an import time later than any before, so that none joins a page that was already read. */
function carryIn(system: System, isRead: (event: NotedEvent) => boolean): void {
  const last = system.events.at(system.events.total() - 1)?.import_time;
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  const import_time = new Date(Math.max(system.clock.now().getTime(), earliest)).toISOString();
  for (const event of waitingEvents(system).filter(isRead)) system.events.put({ ...event, import_time });
}
