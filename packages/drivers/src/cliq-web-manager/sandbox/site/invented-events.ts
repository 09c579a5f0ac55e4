import type { RecordedAccessEvent } from '../../../key-system-driver';
import { siteCylinders, siteKeys } from './city';
import { everyNth, numbered } from './site';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const count = 240;
const perVisit = 12;

const holders = siteKeys.filter(({ holder_identity }) => holder_identity !== null);
const mounted = siteCylinders.filter(({ state }) => state === 'installed').length;

/**
 * Two weeks of events in the city, ending before `begin`. A key delivers its events at its next visit to a programming
 * device, so a visit brings a dozen events, hours or days old and out of order. Every fourth visit is by a programming key,
 * with the events of one cylinder with several keys.
 */
export function inventEvents(begin: Date): RecordedAccessEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const visit = Math.floor(index / perVisit);
    const source = visit % 4 === 3 ? 'cylinder' : 'key';
    const key = holders[(source === 'key' ? visit : index) % holders.length];
    const cylinder = siteCylinders[((source === 'cylinder' ? visit : index) * 37) % mounted];
    const imported = begin.getTime() - hourMs - (count / perVisit - 1 - visit) * 17 * hourMs;
    const age = (perVisit - (index % perVisit)) * 107 * minuteMs + ((index * 13) % 7) * hourMs;
    return {
      external_id: numbered('E', index, 7),
      event_time: new Date(imported - age).toISOString(),
      import_time: new Date(imported).toISOString(),
      source,
      key_external_id: key?.external_id ?? null,
      cylinder_external_id: cylinder?.external_id ?? null,
      person_identity: key?.holder_identity ?? null,
      ...outcome(index),
    };
  });
}

function outcome(index: number): Pick<RecordedAccessEvent, 'result' | 'reason'> {
  if (index % 11 !== 10) return { result: 'granted', reason: null };
  const reason = everyNth(['no_access', 'outside_schedule', 'revalidation_lapsed'], Math.floor(index / 11));
  return { result: 'denied', reason };
}
