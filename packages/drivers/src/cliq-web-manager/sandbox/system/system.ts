import type { RecordedAccessEvent } from '../../../key-system-driver';
import type { SandboxClock } from '../../../sandbox-kit/clock';
import { openKeptLists } from '../../../sandbox-kit/kept-lists';
import { createRecords, newRecords, type Records } from '../../../sandbox-kit/records';
import { externalIdOf, type Site } from '../site/site';
import { AccessEvent, type DomainLists, KeyRights, keepDomain, Life, NotedEvent } from './lists';

/** A locking system. To put a record into one of its lists is the one way to change it. */
export type System = {
  domains: ReadonlyMap<string, DomainLists>;
  /** What has become known, in order of import. */
  events: Records<RecordedAccessEvent>;
  /** What was noted at doors by hand, whether it has become known or not. */
  noted: Records<NotedEvent>;
  /** Of keys that took any from what others wrote. */
  rights: Records<KeyRights>;
  clock: SandboxClock;
  close(): void;
};

type Options = {
  clock: SandboxClock;
  /** The site as it is when its life begins. */
  siteAt: (begin: Date) => Site;
  /** Without one all is forgotten at the end. */
  directory?: string;
};

/** The system as its last process left it, or a new one that begins now. Its clock goes on from where it had been put. */
export function openSystem({ clock, siteAt, directory }: Options): System {
  const lists = openKeptLists(directory);
  const lives = lists.keep(
    'life',
    Life,
    newRecords<Life>(() => 'life'),
  );
  const { begin, ahead_ms } = lives.get('life') ?? { begin: clock.now().toISOString(), ahead_ms: 0 };
  clock.advance(ahead_ms);
  lives.put({ begin, ahead_ms });
  const site = siteAt(new Date(begin));
  const domains = Object.entries(site.domains).map(
    ([name, domain]) => [name, keepDomain(name, domain, lists)] as const,
  );
  const system = {
    domains: new Map(domains),
    events: lists.keep('events', AccessEvent, createRecords(site.events, externalIdOf)),
    noted: lists.keep('noted', NotedEvent, newRecords<NotedEvent>(externalIdOf)),
    rights: lists.keep(
      'rights',
      KeyRights,
      newRecords<KeyRights>(({ key }) => key),
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

/** What was noted and has not become known. */
export const waitingEvents = ({ noted, events }: System): NotedEvent[] =>
  noted.changed().filter(({ external_id }) => !events.get(external_id));
