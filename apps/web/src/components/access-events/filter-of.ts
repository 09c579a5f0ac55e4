import type { AccessEventFilter } from '@key2xs/contract';
import type { EventsSearch, Period } from './events-search';

const hourMs = 3_600_000;
const days: Partial<Record<Period, number>> = { day: 1, week: 7, month: 30, quarter: 91 };

/** The filter that a URL stands for. A period begins at a full hour, so that it stays the same for a while. */
export function filterOf(state: EventsSearch, now: number): AccessEventFilter {
  const { by, period, from, before, location_id, cylinder_id, key_id, result, cause } = state;
  const back = days[period];
  const hour = Math.floor(now / hourMs) * hourMs;
  const begin = back === undefined ? null : new Date(hour - back * 24 * hourMs).toISOString();
  return {
    by,
    from: period === 'own' ? (from ?? null) : begin,
    before: period === 'own' ? (before ?? null) : null,
    location_id: location_id ?? null,
    cylinder_id: cylinder_id ?? null,
    key_id: key_id ?? null,
    person_id: null,
    result: result ?? null,
    reason: cause ?? null,
  };
}
