import type { RecordedKey } from '../../../key-system-driver';
import { sourceOf } from '../../../sandbox-kit/records';
import { cityKeys, sandboxDomain, siteCylinders, siteGroups, sitePersons, siteProfiles } from './city';
import { hospital } from './hospital';
import { inventEvents } from './invented-events';
import { inventJobs } from './invented-jobs';
import { inventTimes } from './key-times';
import { cityProgramming } from './programming';
import { type DomainSite, externalIdOf, identityOf, type Site } from './site';

const hourMs = 3_600_000;

/**
 * The default site: a city, and a small hospital as a second domain. `begin` is the start of the sandbox; `keys` beyond the
 * usual 60 are in stock.
 */
export function inventSite(begin: Date, keys?: number): Site {
  const events = inventEvents(begin);
  return { domains: { [sandboxDomain]: city(begin, keys), hospital }, events: sourceOf(events, externalIdOf) };
}

function city(begin: Date, keys?: number): DomainSite {
  return {
    persons: sourceOf(sitePersons, identityOf),
    profiles: sourceOf(siteProfiles, identityOf),
    cylinders: sourceOf(siteCylinders, externalIdOf),
    groups: sourceOf(siteGroups, externalIdOf),
    keys: sourceOf(cityKeys(keys).map(withUpdate(begin)), externalIdOf),
    jobs: sourceOf(inventJobs(begin), externalIdOf),
    ...cityProgramming(begin),
  };
}

/** Held keys were updated within the last days, one of them long ago; keys in stock never. */
const withUpdate =
  (begin: Date) =>
  (key: RecordedKey, index: number): RecordedKey => {
    const hours = index === 7 ? 60 * 24 : 3 + index * 5;
    const last_update_at =
      key.holder_identity === null ? null : new Date(begin.getTime() - hours * hourMs).toISOString();
    const updated = { ...key, last_update_at };
    return { ...updated, ...inventTimes(updated, index, begin) };
  };
