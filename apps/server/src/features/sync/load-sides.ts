import {
  type DesiredKeySystem,
  desiredKeySystem,
  grantingRules,
  type IndexedRule,
  indexAccess,
  type KnownThere,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { loadFactsFor } from '../access/service';
import type { KeySystem } from '../key-systems/service';
import type { Recorded } from './mirror-recorded';
import { knownPersons, knownProfiles, listPersonsFor, loadExternalIds } from './queries';

type Sides = { desired: DesiredKeySystem; known: KnownThere; rules: readonly IndexedRule[] };

/**
 * Loads the desired state and which recorded references are ours in one snapshot, so that a rule being changed is never
 * seen without its windows.
 */
export function loadSides({ db, clock }: Deps, { id }: KeySystem, { persons }: Recorded): Promise<Sides> {
  const references = persons.map(({ reference }) => reference);
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const people = await listPersonsFor(tx, id);
    const index = indexAccess(await loadFactsFor(tx, { key_system_connection_id: id, people }));
    return {
      desired: desiredKeySystem(index, people, await loadExternalIds(tx, id), clock().toISOString()),
      known: { persons: await knownPersons(tx, references), profiles: await knownProfiles(tx, id) },
      rules: grantingRules(index),
    };
  });
}
