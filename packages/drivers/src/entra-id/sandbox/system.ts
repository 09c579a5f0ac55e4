import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClock } from '../../sandbox-kit/clock';
import { newRecords, type Records } from '../../sandbox-kit/records';
import { openStoredLists } from '../../sandbox-kit/stored-lists';
import { type Directory, openDirectory } from './directory/directory';
import { guidOf } from './directory/object-id';
import type { Change } from './directory/objects';
import { domainName, inventPopulation } from './directory/population';
import { type Applications, openApplications } from './login/applications';
import { Subscription } from './notifications/subscription';
import { createSeal, type Seal } from './sealed';

/** A tenant with all its content. */
export type System = {
  tenant_id: string;
  domain: string;
  organisation: string;
  /** Start of the sandbox. */
  begin: string;
  directory: Directory;
  applications: Applications;
  subscriptions: Records<Subscription>;
  seal: Seal;
  clock: SandboxClock;
  /** The real time, regardless of the sandbox clock. */
  realNow: () => Date;
  /** PEM of the authority of the sandbox. */
  authority: string;
  close(): void;
};

const Life = z.object({ begin: z.iso.datetime(), ahead_ms: z.number(), people: z.int(), seal_key: z.string() });
type Life = z.infer<typeof Life>;

type Options = {
  clock: SandboxClock;
  realNow: () => Date;
  people: number;
  certificate: string;
  authority: string;
  onChange: (change: Change) => void;
  /** Without it, nothing is persisted. */
  directory?: string;
};

/** Reopens a stored tenant, or starts a new one with that many people now. */
export function openSystem(options: Options): System {
  const { clock, realNow, certificate, authority, onChange } = options;
  const lists = openStoredLists(options.directory);
  const lives = lists.load(
    'life',
    Life,
    newRecords<Life>(() => 'life'),
  );
  const life = lives.get('life') ?? {
    begin: clock.now().toISOString(),
    ahead_ms: 0,
    people: options.people,
    seal_key: randomBytes(32).toString('base64url'),
  };
  clock.advance(life.ahead_ms);
  lives.put(life);
  const kept = {
    ...clock,
    advance(ms: number) {
      clock.advance(ms);
      lives.put({ ...life, ahead_ms: clock.aheadMs() });
    },
  };
  const population = inventPopulation(life.people, new Date(life.begin));
  const system = {
    tenant_id: guidOf('tenant'),
    domain: domainName,
    organisation: 'City of Askelund (sandbox)',
    begin: life.begin,
    directory: openDirectory({ population, clock: kept, lists, onChange }),
    applications: openApplications(lists, kept, certificate),
    subscriptions: lists.load(
      'subscriptions',
      Subscription,
      newRecords<Subscription>(({ id }) => id),
    ),
    seal: createSeal(life.seal_key),
    clock: kept,
    realNow,
    authority,
  };
  lists.start();
  return { ...system, close: lists.close };
}
