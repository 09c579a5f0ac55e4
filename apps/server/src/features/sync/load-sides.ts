import {
  type AdoptedTexts,
  type DesiredKeySystem,
  desiredKeySystem,
  grantingRules,
  type IndexedRule,
  indexAccess,
  type KnownDoors,
  type KnownLookup,
} from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { loadFactsFor } from '../access/service';
import { loadAdopted } from '../recorded/service';
import { knownPersons, knownProfiles, listPersonsFor, loadExternalIds } from './queries';

export type Sides = {
  /** As the plans say it; `leaveAsAdopted` says what of it stays as it is recorded. */
  desired: DesiredKeySystem;
  adopted: AdoptedTexts;
  /** Which recorded references are ours. */
  known: KnownLookup;
  /** Rules in force. */
  rules: readonly IndexedRule[];
  doors: KnownDoors;
  /** Our ids of the cylinders, by the key system's own. */
  cylinderIds: ReadonlyMap<string, string>;
};

/**
 * Loads the desired state and what is needed to compare the recorded with it.
 * @param tx sees one state of the database, so that a rule being changed is never seen without its windows
 * @param persons references of the recorded persons
 */
export async function loadSides(
  tx: Db,
  connectionId: string,
  { persons, at }: { persons: readonly string[]; at: Date },
): Promise<Sides> {
  const people = await listPersonsFor(tx, connectionId);
  const index = indexAccess(await loadFactsFor(tx, { key_system_connection_id: connectionId, people }));
  const externalIds = await loadExternalIds(tx, connectionId);
  const groupOf = (id: string) => index.doors.facts[index.doors.numberOf.get(id) ?? -1]?.group_id ?? '';
  const cylinders = [...externalIds.cylinders];
  return {
    desired: desiredKeySystem(index, people, externalIds, at.toISOString()),
    adopted: (await loadAdopted(tx, connectionId)).texts,
    known: { persons: await knownPersons(tx, persons), profiles: await knownProfiles(tx, connectionId) },
    rules: grantingRules(index),
    doors: new Map(cylinders.map(([id, external]) => [external, externalIds.groups.get(groupOf(id)) ?? null])),
    cylinderIds: new Map(cylinders.map(([id, external]) => [external, id])),
  };
}
