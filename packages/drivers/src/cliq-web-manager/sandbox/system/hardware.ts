import type { RecordedKey, RecordedProgrammingJob } from '../../../key-system-driver';
import { getCylinder, getJob, getKey } from './find-record';
import type { KeyRights, WaitingEvent } from './state';
import type { System } from './system';

/** A key was put into a cylinder. */
export type Happening = {
  key: string;
  cylinder: string;
  /** Follows from the rights that are in the key, if left out. */
  result?: 'granted' | 'denied';
  reason?: string;
  /** Now, by the clock of the sandbox, if left out. */
  at?: Date;
};

export type Hardware = {
  /** Key and cylinder both note it; nobody knows until one of them has been read. Answers what they noted. */
  happen(happening: Happening): WaitingEvent[];
  /** At a programming device the key takes the rights recorded for its holder, and hands over what it has noted. */
  updateKey(id: string): RecordedKey;
  /** A programming key takes the job along. */
  loadJob(id: string, programmingKey: string): RecordedProgrammingJob;
  /** A programming key does the job at the cylinder, and what that has noted comes in with it. */
  doJob(id: string, programmingKey: string): RecordedProgrammingJob;
};

/** Keys and cylinders: what is recorded reaches them late, and what they know is known late. */
export function createHardware(system: System): Hardware {
  const now = () => system.clock.now().toISOString();
  const moveJob = (id: string, change: Partial<RecordedProgrammingJob>): RecordedProgrammingJob => {
    const { domain, record } = getJob(system, id);
    if (record.state === 'done') throw new RangeError(`The programming job ${id} is done already.`);
    const job = { ...record, ...change };
    system.record({ did: 'put_job', domain, job });
    return job;
  };
  return {
    happen(happening) {
      const events = note(system, happening);
      for (const event of events) system.record({ did: 'note_event', event });
      return events;
    },
    updateKey(id) {
      const { domain, record } = getKey(system, id);
      const key = { ...record, last_update_at: now() };
      system.record({ did: 'put_key', domain, key });
      const rights = recordedRights(system, key);
      if (rights) system.record({ did: 'take_rights', key: id, rights });
      carryIn(system, ({ source, key_external_id }) => source === 'key' && key_external_id === id);
      return key;
    },
    loadJob: (id, programmingKey) => moveJob(id, { state: 'loaded_on_key', assigned_key: programmingKey }),
    doJob(id, programmingKey) {
      const job = moveJob(id, { state: 'done', assigned_key: programmingKey, done_at: now() });
      const at = job.cylinder_external_id;
      carryIn(system, ({ source, cylinder_external_id }) => source === 'cylinder' && cylinder_external_id === at);
      return job;
    },
  };
}

function note(system: System, { key: keyId, cylinder: cylinderId, at, ...happening }: Happening): WaitingEvent[] {
  const key = getKey(system, keyId).record;
  const cylinder = getCylinder(system, cylinderId).record;
  const rights = system.rights.get(keyId);
  const isMissing =
    rights && !rights.cylinders.includes(cylinderId) && !rights.groups.includes(cylinder.group_external_id ?? '');
  const result = happening.result ?? (isMissing ? 'denied' : 'granted');
  const reason = happening.reason ?? (result === 'denied' ? 'no_access' : null);
  const number = system.events.total() + system.waiting.size + 1;
  return (['key', 'cylinder'] as const).map((source, index) => ({
    external_id: `E-${String(number + index).padStart(7, '0')}`,
    event_time: (at ?? system.clock.now()).toISOString(),
    source,
    key_external_id: keyId,
    cylinder_external_id: cylinderId,
    person_identity: key.holder_identity,
    result,
    reason,
  }));
}

/** Undefined for the key of somebody who is not ours: what the operator has put into it is not to be seen from here. */
function recordedRights({ domains }: System, { holder_identity }: RecordedKey): KeyRights | undefined {
  for (const { persons, profiles, members } of domains.values()) {
    const holder = holder_identity === null ? undefined : persons.get(holder_identity);
    const reference = holder?.reference;
    if (!holder || !reference) continue;
    const held = profiles.changed().filter((profile) => members.get(profile.reference ?? '')?.has(reference));
    const rights = holder.active ? held : [];
    return {
      cylinders: rights.flatMap(({ cylinders }) => cylinders),
      groups: rights.flatMap(({ cylinder_groups }) => cylinder_groups),
    };
  }
  return undefined;
}

/** All that comes in at once has one import time, later than any before it, so that nothing joins a page already read. */
function carryIn(system: System, isRead: (event: WaitingEvent) => boolean): void {
  const read = [...system.waiting.values()].filter(isRead);
  const last = system.events.at(system.events.total() - 1)?.import_time;
  const earliest = last === undefined ? 0 : Date.parse(last) + 1;
  const import_time = new Date(Math.max(system.clock.now().getTime(), earliest)).toISOString();
  for (const event of read) system.record({ did: 'import_event', event: { ...event, import_time } });
}
