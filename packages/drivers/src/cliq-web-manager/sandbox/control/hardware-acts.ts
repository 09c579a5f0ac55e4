import { z } from 'zod';
import type { RecordedProgrammingJob } from '../../../key-system-driver';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import type { Running } from '../serve';
import { getCylinder, getDevice, getJob, getKey, getProgrammingKey } from '../system/find-record';
import { NotedEvent } from '../system/lists';
import { presentKey } from '../system/recorded-rights';
import { type System, waitingEvents } from '../system/system';
import { opens, programCylinder, updateKey } from '../system/truth';

const act = actsOn<Running>();

/** By default the time of the sandbox. */
const At = z.iso.datetime({ offset: true }).optional();
const ProgrammingKey = Id.default('PK-01');

/** Keys, cylinders and programming devices: they receive recorded rights late, and deliver their events late. */
export const hardwareActs = {
  happen: act(
    'Puts a key into a cylinder; both record it, and it becomes known once one of them is read',
    {
      key: Id,
      cylinder: Id,
      /** By default derived from what both really hold. */
      result: NotedEvent.shape.result.optional(),
      reason: z.string().optional(),
      at: At,
    },
    ({ system }, happening): NotedEvent[] => {
      const events = eventsOf(system, happening);
      for (const event of events) system.noted.put(event);
      overwriteOldest(system, happening.cylinder);
      return events;
    },
  ),
  opens: act(
    'Says whether a key really opens a cylinder, and else why not, from what both hold; nothing is recorded',
    { key: Id, cylinder: Id, at: At },
    ({ system }, { key, cylinder, at }) => opens(system, key, cylinder, at === undefined ? undefined : new Date(at)),
  ),
  'update-key': act(
    'Updates a key at a programming device: it takes the rights and times recorded for it and hands over its events',
    { key: Id, device: Id.default('PD-01') },
    ({ system }, { key: id, device }) => {
      const at = system.clock.now().toISOString();
      const contact = getDevice(system, device);
      const { domain, change } = getKey(system, id);
      const key = change({ last_update_at: at });
      updateKey(system, domain, key);
      contact.change({ last_contact_at: at });
      carryIn(system, ({ source, key_external_id }) => source === 'key' && key_external_id === id);
      return presentKey(domain, key);
    },
  ),
  'load-job': act(
    'Loads a job onto a programming key',
    { job: Id, programming_key: ProgrammingKey },
    ({ system }, { job, programming_key }) =>
      changeJob(system, job, { state: 'loaded_on_key', assigned_key: markingOf(system, programming_key) }),
  ),
  'do-job': act(
    'Does a job at the cylinder with a programming key, which brings back the events of the cylinder',
    {
      job: Id,
      /** By default the one that it is loaded on or assigned to. */
      programming_key: Id.optional(),
    },
    ({ system }, { job: id, programming_key }) => {
      const done_at = system.clock.now().toISOString();
      const assigned_key =
        programming_key === undefined
          ? (getJob(system, id).record.assigned_key ?? markingOf(system, 'PK-01'))
          : markingOf(system, programming_key);
      const job = changeJob(system, id, { state: 'done', assigned_key, done_at });
      programCylinder(system, job);
      const isOfCylinder = isHeldBy(job.cylinder_external_id);
      if (job.kind === 'reprogram') overwrite(system, waitingEvents(system).filter(isOfCylinder));
      else carryIn(system, isOfCylinder);
      return job;
    },
  ),
  'fail-job': act('Fails to do a job: the cylinder stays as it was', { job: Id }, ({ system }, { job }) =>
    changeJob(system, job, { state: 'failed' }),
  ),
};

const markingOf = (system: System, programmingKey: string) => getProgrammingKey(system, programmingKey).record.marking;

const isHeldBy =
  (cylinder: string) =>
  ({ source, cylinder_external_id }: NotedEvent): boolean =>
    source === 'cylinder' && cylinder_external_id === cylinder;

/** A full ring takes a new event in the place of the oldest. */
function overwriteOldest(system: System, id: string): void {
  const limit = getCylinder(system, id).record.event_ring?.limit;
  const held = waitingEvents(system).filter(isHeldBy(id));
  if (limit !== undefined) overwrite(system, held.slice(0, Math.max(0, held.length - limit)));
}

function overwrite({ noted }: System, events: readonly NotedEvent[]): void {
  for (const event of events) noted.put({ ...event, overwritten: true });
}

function changeJob(system: System, id: string, fields: Partial<RecordedProgrammingJob>): RecordedProgrammingJob {
  const { record, change } = getJob(system, id);
  if (record.state === 'done') throw new RangeError(`The programming job ${id} is done already.`);
  if (record.state === 'cancelled') throw new RangeError(`The programming job ${id} is cancelled.`);
  return change(fields);
}

type Happening = Partial<Pick<NotedEvent, 'result' | 'reason'>> & { key: string; cylinder: string; at?: string };

function eventsOf(system: System, { key: keyId, cylinder, at, ...happening }: Happening): NotedEvent[] {
  const key = getKey(system, keyId).record;
  getCylinder(system, cylinder);
  const moment = at === undefined ? system.clock.now() : new Date(at);
  const truth = opens(system, keyId, cylinder, moment);
  const result = happening.result ?? truth.result;
  const reason = happening.reason ?? (result === 'denied' ? (truth.reason ?? 'no_access') : null);
  const number = system.site.events.count + system.noted.total() + 1;
  return (['key', 'cylinder'] as const).map((source, index) => ({
    external_id: `E-${String(number + index).padStart(7, '0')}`,
    event_time: moment.toISOString(),
    source,
    key_external_id: keyId,
    cylinder_external_id: cylinder,
    person_identity: key.holder_identity,
    result,
    reason,
  }));
}

/** All events of one import share an import time later than any before, so that none joins a page that was already read. */
function carryIn(system: System, isRead: (event: NotedEvent) => boolean): void {
  const last = system.events.at(system.events.total() - 1)?.import_time;
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  const import_time = new Date(Math.max(system.clock.now().getTime(), earliest)).toISOString();
  for (const event of waitingEvents(system).filter(isRead)) system.events.put({ ...event, import_time });
}
