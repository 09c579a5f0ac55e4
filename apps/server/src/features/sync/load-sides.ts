import {
  type DesiredKeySystem,
  desiredKeySystem,
  grantingRules,
  type IndexedRule,
  indexAccess,
  type KnownReferences,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { loadFactsFor } from '../access/service';
import type { KeySystem } from '../key-systems/service';
import type { Recorded } from './mirror-recorded';
import { knownPersons, knownProfiles, listPersonsFor, loadExternalIds } from './queries';

type Sides = { desired: DesiredKeySystem; known: KnownReferences; rules: readonly IndexedRule[] };

/**
 * What plans and directory want of a key system, and what of the recorded is ours: all as of one moment, so that a rule
 * that is being changed is seen before the change or after it, and never without its windows.
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
