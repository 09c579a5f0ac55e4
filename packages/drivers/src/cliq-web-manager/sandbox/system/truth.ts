import type { KeyTimes, RecordedCylinder, RecordedKey, RecordedProgrammingJob } from '../../../key-system-driver';
import { blockListLimit, type DomainSite, eventRingLimit } from '../site/site';
import { getCylinder, getKey } from './find-record';
import type { DomainLists, HeldCylinder, HeldKey, Right } from './lists';
import { carriesRights, ownRight, recordedRights, rightOf } from './recorded-rights';
import { type System, waitingEvents } from './system';

/** Whether a key opens a cylinder, and else why not. */
export type Opening = {
  result: 'granted' | 'denied';
  reason: DenialReason | null;
};

/** If several apply, the first one counts. */
const denialReasons = [
  'no_access',
  'never_valid',
  'validity_not_begun',
  'validity_ended',
  'revalidation_lapsed',
  'outside_schedule',
  'blocked',
] as const;
type DenialReason = (typeof denialReasons)[number];

/**
 * What happens when a key meets a cylinder: from what both really hold, never from what is recorded.
 * @throws RangeError if there is no such key or cylinder
 */
export function opens(system: System, keyId: string, cylinderId: string, at = system.clock.now()): Opening {
  const key = getKey(system, keyId).record;
  const { record } = getCylinder(system, cylinderId);
  const cylinder = heldByCylinder(system, record);
  const held = heldByKey(system, key);
  const rights = rightsAt(system, { key, held, cylinder });
  const denied = (reason: DenialReason): Opening => ({ result: 'denied', reason });
  if (rights.length === 0) return denied('no_access');
  const times = held.times ?? unlimited;
  const reason = outOfValidity(times, at) ?? (isLapsed(held, times, at) ? 'revalidation_lapsed' : undefined);
  if (reason) return denied(reason);
  const isOpen = isWithin(times.schedule, at) && rights.some(({ schedule }) => isWithin(schedule, at));
  if (!isOpen) return denied('outside_schedule');
  return cylinder.blocks.includes(keyId) ? denied('blocked') : { result: 'granted', reason: null };
}

const unlimited: KeyTimes = { validity: { mode: 'always' }, revalidation_minutes: null, schedule: [] };

type Meeting = { key: RecordedKey; held: HeldKey; cylinder: Meant };
/** Until it is programmed, a cylinder accepts the keys that it accepted at the start. */
type Meant = Omit<HeldCylinder, 'accepts'> & { accepts: string[] | undefined };

function rightsAt(system: System, { key, held, cylinder }: Meeting): Right[] {
  if (carriesRights(key)) return held.rights.filter((right) => covers(right, cylinder));
  const isAccepted = cylinder.accepts
    ? cylinder.accepts.includes(key.external_id)
    : initialRights(system, key.external_id).some((right) => covers(right, cylinder));
  // A cylinder has no clock: what it accepts, it accepts at any time.
  return isAccepted ? [{ cylinders: [cylinder.cylinder], cylinder_groups: [], schedule: [] }] : [];
}

const covers = ({ cylinders, cylinder_groups }: Right, { cylinder, group }: Pick<Meant, 'cylinder' | 'group'>) =>
  cylinders.includes(cylinder) || (group !== null && cylinder_groups.includes(group));

function outOfValidity({ validity }: KeyTimes, at: Date): DenialReason | undefined {
  if (validity.mode === 'always') return undefined;
  if (validity.mode === 'never') return 'never_valid';
  if (at.getTime() < Date.parse(validity.from)) return 'validity_not_begun';
  return at.getTime() < Date.parse(validity.until) ? undefined : 'validity_ended';
}

function isLapsed({ updated_at }: HeldKey, { revalidation_minutes }: KeyTimes, at: Date): boolean {
  if (revalidation_minutes === null) return false;
  return updated_at === null || at.getTime() >= Date.parse(updated_at) + revalidation_minutes * 60_000;
}

const minutesOfDay = 24 * 60;

/** The invented locking system keeps UTC. The days of a window say where it begins; equal times mean the whole day. */
function isWithin(schedule: Right['schedule'] | KeyTimes['schedule'], at: Date): boolean {
  const today = at.getUTCDay() || 7;
  const yesterday = today === 1 ? 7 : today - 1;
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes();
  if (schedule.length === 0) return true;
  return schedule.some((window) => {
    const [from, to] = [minuteOf(window.from), minuteOf(window.to)];
    if (from === to) return window.days.includes(today);
    const end = to > from ? to : to + minutesOfDay;
    const begunToday = window.days.includes(today) && minute >= from && minute < end;
    return begunToday || (window.days.includes(yesterday) && minute + minutesOfDay < end);
  });
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What a key really holds. */
function heldByKey(system: System, { external_id: key }: Pick<RecordedKey, 'external_id'>): HeldKey {
  const held = system.heldKeys.get(key);
  if (held) return held;
  const initial = initialKey(system, key);
  if (!initial?.record.last_update_at) return { key, rights: [], times: null, updated_at: null };
  const { last_update_at, changed_at, times } = initial.record;
  // What was changed after its update is not in it yet: its times, as invented sites have it.
  const isCurrent = changed_at === null || changed_at <= last_update_at;
  return { key, rights: initialRights(system, key), times: isCurrent ? times : null, updated_at: last_update_at };
}

/** What a cylinder really holds. */
function heldByCylinder(system: System, { external_id: cylinder }: RecordedCylinder): Meant {
  const held = system.heldCylinders.get(cylinder);
  if (held) return held;
  const initial = initialRecord(system, cylinder, ({ cylinders }) => cylinders);
  return { cylinder, group: initial?.record.group_external_id ?? null, accepts: undefined, blocks: [] };
}

/** A programming device writes what is recorded into a key. */
export function updateKey(system: System, domain: DomainLists, key: RecordedKey): void {
  system.heldKeys.put({
    key: key.external_id,
    rights: carriesRights(key) ? recordedRights(domain, key) : [],
    times: key.times,
    updated_at: system.clock.now().toISOString(),
  });
}

/** A programming key does a job at its cylinder, and the key system learns of it. */
export function programCylinder(system: System, job: RecordedProgrammingJob): void {
  const { domain, record, change } = getCylinder(system, job.cylinder_external_id);
  const before = heldByCylinder(system, record);
  const current = { ...before, accepts: before.accepts ?? acceptedAtStart(system, before) };
  const after = programmed(domain, { job, current, recorded: record });
  system.heldCylinders.put(after);
  const events = waitingEvents(system).filter(
    ({ source, cylinder_external_id }) => source === 'cylinder' && cylinder_external_id === record.external_id,
  );
  const used = job.kind === 'reprogram' ? 0 : events.length;
  change({
    block_list: { used: after.blocks.length, limit: record.block_list?.limit ?? blockListLimit },
    event_ring: { used, limit: record.event_ring?.limit ?? eventRingLimit },
  });
}

type Programming = { job: RecordedProgrammingJob; current: HeldCylinder; recorded: RecordedCylinder };

function programmed(domain: DomainLists, { job, current, recorded }: Programming): HeldCylinder {
  const { kind, key_external_id: key } = job;
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key);
  const accepts = () => acceptedAsRecorded(domain, recorded);
  switch (kind) {
    case 'block':
      return key === null ? current : { ...current, blocks: [...without(current.blocks), key] };
    case 'unblock':
      return { ...current, blocks: without(current.blocks) };
    case 'change_group':
      return { ...current, group: recorded.group_external_id };
    case 'program': {
      if (key === null) return { ...current, accepts: accepts() };
      const isAccepted = accepts().includes(key);
      return { ...current, accepts: [...without(current.accepts), ...(isAccepted ? [key] : [])] };
    }
    case 'reprogram':
      return { ...current, group: recorded.group_external_id, accepts: accepts() };
    case 'fetch_events':
      return current;
  }
}

/** The keys without an access list of their own that a cylinder should accept. */
function acceptedAsRecorded(domain: DomainLists, { external_id, group_external_id }: RecordedCylinder): string[] {
  const cylinder = { cylinder: external_id, group: group_external_id };
  return domain.keys
    .slice(0, domain.keys.total())
    .filter((key) => !carriesRights(key) && recordedRights(domain, key).some((right) => covers(right, cylinder)))
    .map((key) => key.external_id);
}

function acceptedAtStart(system: System, cylinder: Pick<Meant, 'cylinder' | 'group'>): string[] {
  const initial = initialRecord(system, cylinder.cylinder, ({ cylinders }) => cylinders);
  const { count, at } = initial?.site.keys ?? { count: 0, at: () => undefined };
  return Array.from({ length: count }, (_, index) => at(index)).flatMap((key) => {
    if (!key || carriesRights(key)) return [];
    return initialRights(system, key.external_id).some((right) => covers(right, cylinder)) ? [key.external_id] : [];
  });
}

/** The rights that were recorded for a key at the start. */
function initialRights(system: System, id: string): Right[] {
  const initial = initialKey(system, id);
  if (!initial) return [];
  const { site, record } = initial;
  const { holder_identity } = record;
  const holder = site.persons.indexOf(holder_identity ?? '');
  if (holder === undefined || !site.persons.at(holder).active) return ownRight(record);
  const profiles = Array.from({ length: site.profiles.count }, (_, index) => site.profiles.at(index));
  const theirs = profiles.filter(({ other_members }) => other_members.includes(holder_identity ?? ''));
  return [...theirs.map(rightOf), ...ownRight(record)];
}

const initialKey = (system: System, id: string) => initialRecord(system, id, ({ keys }) => keys);

function initialRecord<T>(
  { site }: System,
  id: string,
  listOf: (site: DomainSite) => { at(index: number): T; indexOf(id: string): number | undefined },
): { site: DomainSite; record: T } | undefined {
  for (const domain of Object.values(site.domains)) {
    const list = listOf(domain);
    const index = list.indexOf(id);
    if (index !== undefined) return { site: domain, record: list.at(index) };
  }
  return undefined;
}
