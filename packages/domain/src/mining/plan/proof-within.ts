import { type AccessRelation, rowOf } from '../access-relation';
import { type MinedProof, type RightCells, type RightPlaces, rightPlaces } from './mined-plan';

const single = rightPlaces.indexOf('single');
const onRequest = rightPlaces.indexOf('on_request');

/** What a proof says about the rights that suggestions give: the rest of a plan needs no profile. */
export function proofWithin(relation: AccessRelation, proof: MinedProof, { places }: RightPlaces): MinedProof {
  const isGiven = (person: number, cylinder: number): boolean => {
    const place = places[(relation.start[person] ?? 0) + rowOf(relation, person).indexOf(cylinder)];
    return place !== single && place !== onRequest;
  };
  const { core } = proof;
  const isCoreGiven = core?.rights.people.every((person, n) => isGiven(person, core.rights.cylinders[n] ?? 0)) ?? false;
  return { rights: cellsWhere(proof.rights, isGiven), core: isCoreGiven ? core : null };
}

function cellsWhere(
  { people, cylinders }: RightCells,
  holds: (person: number, cylinder: number) => boolean,
): RightCells {
  const kept = Array.from(people.keys()).filter((n) => holds(people[n] ?? 0, cylinders[n] ?? 0));
  return {
    people: Int32Array.from(kept, (n) => people[n] ?? 0),
    cylinders: Int32Array.from(kept, (n) => cylinders[n] ?? 0),
  };
}
