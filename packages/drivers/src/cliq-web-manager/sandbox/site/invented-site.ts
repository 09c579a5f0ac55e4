import { sourceOf } from '../../../sandbox-kit/records';
import { sandboxDomain, siteCylinders, siteGroups, siteKeys, sitePersons, siteProfiles } from './city';
import { hospital } from './hospital';
import { inventEvents } from './invented-events';
import { inventJobs } from './invented-jobs';
import { type DomainSite, externalIdOf, identityOf, type Site } from './site';

const hourMs = 3_600_000;

/** The default site: a city, and a small hospital as a second domain. `begin` is the start of the sandbox. */
export function inventSite(begin: Date): Site {
  const events = inventEvents(begin);
  return { domains: { [sandboxDomain]: city(begin), hospital }, events: sourceOf(events, externalIdOf) };
}

function city(begin: Date): DomainSite {
  return {
    persons: sourceOf(sitePersons, identityOf),
    profiles: sourceOf(siteProfiles, identityOf),
    cylinders: sourceOf(siteCylinders, externalIdOf),
    groups: sourceOf(siteGroups, externalIdOf),
    keys: sourceOf(siteKeys.map(updatedBefore(begin)), externalIdOf),
    jobs: sourceOf(inventJobs(begin), externalIdOf),
  };
}

/** Held keys were updated within the last days, one of them long ago; keys in stock never. */
const updatedBefore =
  (begin: Date) =>
  (key: (typeof siteKeys)[number], index: number): (typeof siteKeys)[number] => {
    if (key.holder_identity === null) return key;
    const hours = index === 7 ? 60 * 24 : 3 + index * 5;
    return { ...key, last_update_at: new Date(begin.getTime() - hours * hourMs).toISOString() };
  };
