import { type AccessRelation, rowOf, transpose } from '../access-relation';
import type { MinedSuggestion } from './mined-plan';
import { commonOf } from './mining-data';
import type { MinedCondition } from './mining-input';

/** All of the people get all of the cylinders: as a rule where there are conditions, else by name. */
export type MinedGrant = { conditions: readonly MinedCondition[]; people: Int32Array; cylinders: Int32Array };

/**
 * The grants to write for a suggestion. Without its additions it gives nothing new: cylinders that some of its people lack go
 * to today's holders by name, cylinders with the same holders in one grant.
 * @param holders the transposed relation, where it is there already
 */
export function grantsOf(
  relation: AccessRelation,
  suggestion: MinedSuggestion,
  acceptsAdditions: boolean,
  holders: AccessRelation = transpose(relation),
): MinedGrant[] {
  const { conditions, people, core, likely, limited } = suggestion;
  const toAll = acceptsAdditions ? [...core, ...likely] : [...core];
  const toHolders = acceptsAdditions ? [...limited] : [...likely, ...limited];
  const byHolders = new Map<string, { people: Int32Array; cylinders: number[] }>();
  for (const cylinder of toHolders.sort((a, b) => a - b)) {
    const members = commonOf(rowOf(holders, cylinder), people);
    const group = byHolders.get(members.join()) ?? { people: members, cylinders: [] };
    group.cylinders.push(cylinder);
    byHolders.set(members.join(), group);
  }
  const grants: MinedGrant[] = [];
  if (toAll.length > 0) grants.push({ conditions, people, cylinders: Int32Array.from(toAll).sort() });
  for (const group of byHolders.values()) {
    if (group.people.length === 0) continue;
    grants.push({ conditions: [], people: group.people, cylinders: Int32Array.from(group.cylinders) });
  }
  return grants;
}
