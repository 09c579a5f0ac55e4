import type { Site } from '../site/site';
import type { SandboxClock } from './clock';
import { applyEntry, type Entry, entriesOf, readJournal, startJournal } from './journal';
import { createState, type DomainState, type State } from './state';

/** A locking system: what it holds, and the one way to change it. */
export type System = State & {
  clock: SandboxClock;
  /** Changes the state, and remembers it. */
  record(entry: Entry): void;
  close(): void;
};

type Options = {
  clock: SandboxClock;
  /** The site as it is when its life begins. */
  siteAt: (begin: Date) => Site;
  /** Without one all is forgotten at the end. */
  directory?: string;
};

/** The system as its journal left it, or a new one that begins now. Its clock goes on from where it had been put. */
export function openSystem({ clock, siteAt, directory }: Options): System {
  const entries = directory === undefined ? [] : readJournal(directory);
  const begun = entries.find((entry) => entry.did === 'begin')?.at ?? clock.now().toISOString();
  const ahead = entries.reduce((sum, entry) => (entry.did === 'put_clock_ahead' ? sum + entry.ms : sum), 0);
  clock.advance(ahead);
  const state = createState(siteAt(new Date(begun)));
  for (const entry of entries) applyEntry(state, entry);
  const shortest: Entry[] = [
    { did: 'begin', at: begun },
    ...(ahead > 0 ? [{ did: 'put_clock_ahead', ms: ahead } as const] : []),
    ...entriesOf(state),
  ];
  const journal = directory === undefined ? undefined : startJournal(directory, shortest);
  return {
    ...state,
    clock,
    record(entry) {
      if (entry.did === 'put_clock_ahead') clock.advance(entry.ms); // first: it refuses to go back
      journal?.append(entry);
      applyEntry(state, entry);
    },
    close: () => journal?.close(),
  };
}

/** Where a record with this id is. */
export function findDomain(
  { domains }: State,
  has: (domain: DomainState) => boolean,
): [name: string, domain: DomainState] | undefined {
  return [...domains].find(([, domain]) => has(domain));
}
