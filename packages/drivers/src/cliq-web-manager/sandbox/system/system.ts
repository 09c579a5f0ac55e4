import type { RecordedAccessEvent } from '../../../key-system-driver';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import { createRecords, newRecords, type Records } from '../../../sandbox-kit/records';
import { openStoredLists } from '../../../sandbox-kit/stored-lists';
import { externalIdOf, type Site } from '../site/site';
import { AccessEvent, type DomainLists, HeldCylinder, HeldKey, Life, loadDomain, NotedEvent } from './lists';

/** A locking system. It changes only by putting records into its lists. */
export type System = {
  domains: ReadonlyMap<string, DomainLists>;
  /** Imported events, in order of import. */
  events: Records<RecordedAccessEvent>;
  /** Events added by commands, imported or not. */
  noted: Records<NotedEvent>;
  /** As it was at the start. */
  site: Site;
  /** What keys really hold that were updated since the start. */
  heldKeys: Records<HeldKey>;
  /** What cylinders really hold that were programmed since the start. */
  heldCylinders: Records<HeldCylinder>;
  clock: SandboxClock;
  close(): void;
};

type Options = {
  clock: SandboxClock;
  /** The initial site. */
  siteAt: (begin: Date) => Site;
  /** Without it, nothing is persisted. */
  directory?: string;
};

/** Reopens a stored system, or starts a new one now. An advanced clock stays ahead. */
export function openSystem({ clock, siteAt, directory }: Options): System {
  const lists = openStoredLists(directory);
  const lives = lists.load(
    'life',
    Life,
    newRecords<Life>(() => 'life'),
  );
  const { begin, ahead_ms } = lives.get('life') ?? { begin: clock.now().toISOString(), ahead_ms: 0 };
  clock.advance(ahead_ms);
  lives.put({ begin, ahead_ms });
  const site = siteAt(new Date(begin));
  const domains = Object.entries(site.domains).map(
    ([name, domain]) => [name, loadDomain(name, domain, lists)] as const,
  );
  const system = {
    domains: new Map(domains),
    events: lists.load('events', AccessEvent, createRecords(site.events, externalIdOf)),
    noted: lists.load('noted', NotedEvent, newRecords<NotedEvent>(externalIdOf)),
    site,
    heldKeys: lists.load(
      'rights',
      HeldKey,
      newRecords<HeldKey>(({ key }) => key),
    ),
    heldCylinders: lists.load(
      'programmed',
      HeldCylinder,
      newRecords<HeldCylinder>(({ cylinder }) => cylinder),
    ),
  };
  lists.start();
  return {
    ...system,
    clock: {
      ...clock,
      advance(ms) {
        clock.advance(ms);
        lives.put({ begin, ahead_ms: clock.aheadMs() });
      },
    },
    close: lists.close,
  };
}

/** Events that keys and cylinders still hold: not imported yet. */
export const waitingEvents = ({ noted, events }: System): NotedEvent[] =>
  noted.changed().filter(({ external_id, overwritten }) => !overwritten && !events.get(external_id));
