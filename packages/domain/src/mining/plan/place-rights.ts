import { type AccessRelation, rowOf } from '../access-relation';
import {
  type MinedSuggestion,
  type RightPlace,
  type RightPlaces,
  type RightReason,
  type RightsBalance,
  rightPlaces,
  rightReasons,
} from './mined-plan';
import type { MiningData } from './mining-data';
import { visitingRights } from './visit-rights';

const open = 255;
const placeCode = (place: RightPlace): number => rightPlaces.indexOf(place);
const reasonCode = (reason: RightReason): number => rightReasons.indexOf(reason);

/** Of core, likely and limited cylinders. */
const reasonsHeld = (['held_by_all', 'held_by_most', 'held_by_some'] as const).map(reasonCode);

/** The place of each right, one suggestion after the other; what is on request is placed from the start. */
export function placingRights(data: MiningData) {
  const { relation, needsApproval } = data.input;
  const { start, list } = relation;
  const rights: RightPlaces = {
    places: new Uint8Array(list.length).fill(open),
    reasons: new Uint8Array(list.length),
    suggestions: new Int32Array(list.length).fill(-1),
  };
  const isDoubled = new Uint8Array(list.length);
  const place = (at: number, to: RightPlace, why: RightReason): void => {
    rights.places[at] = placeCode(to);
    rights.reasons[at] = reasonCode(why);
  };
  if (needsApproval.includes(1)) {
    for (let at = 0; at < list.length; at++) {
      if (needsApproval[list[at] ?? 0] === 1) place(at, 'on_request', 'needs_approval');
    }
  }

  const visit = visitingRights(data);

  return {
    rights,
    isDoubled,
    /** People and cylinders with a right among them that has no place yet. */
    openOf(people: Int32Array, cylinders: Int32Array): { people: Int32Array; cylinders: Int32Array } {
      const isOpen = new Uint8Array(relation.cylinders);
      const isOpenFor = new Set<number>();
      visit(people, [cylinders], (at, _, person) => {
        if (rights.places[at] !== open) return;
        isOpen[list[at] ?? 0] = 1;
        isOpenFor.add(person);
      });
      return {
        people: people.filter((person) => isOpenFor.has(person)),
        cylinders: cylinders.filter((cylinder) => isOpen[cylinder] === 1),
      };
    },
    /** @returns how many rights it explains that had no place */
    put({ kind, people, core, likely, limited }: MinedSuggestion, position: number): number {
      const { places, reasons, suggestions } = rights;
      const [byRules, byProfiles] = [placeCode('by_rules'), placeCode('by_profiles')];
      let explained = 0;
      visit(people, [core, likely, limited], (at, code) => {
        if (places[at] === open) {
          places[at] = kind === 'rule' && code < 2 ? byRules : byProfiles;
          reasons[at] = reasonsHeld[code] ?? 0;
          suggestions[at] = position;
          explained++;
        } else if ((suggestions[at] ?? -1) >= 0) isDoubled[at] = 1;
      });
      return explained;
    },
    /** The rights without a place yet, at cylinders that at least so many people hold so. */
    rest(minPeople: number): AccessRelation {
      const openAt = openHolders();
      const isRest = (cylinder: number, at: number) =>
        rights.places[at] === open && (openAt[cylinder] ?? 0) >= minPeople;
      const restStart = new Int32Array(relation.people + 1);
      for (let person = 0; person < relation.people; person++) {
        let count = 0;
        for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) if (isRest(list[at] ?? 0, at)) count++;
        restStart[person + 1] = (restStart[person] ?? 0) + count;
      }
      return { ...relation, start: restStart, list: list.filter(isRest) };
    },
    /** What has no place stays single. */
    placeSingle(
      { minPeople, isPartial }: { minPeople: number; isPartial: boolean },
      beyond: readonly { people: Int32Array; cylinders: Int32Array }[],
      before: RightPlaces | null,
    ): void {
      for (const { people, cylinders } of beyond) {
        visit(people, [cylinders], (at) => {
          if (rights.places[at] === open) place(at, 'single', 'beyond_limit');
        });
      }
      const openAt = openHolders();
      for (let at = 0; at < list.length; at++) {
        if (rights.places[at] !== open) continue;
        if ((before?.suggestions[at] ?? -1) >= 0) place(at, 'single', 'taken_out');
        else if (before && before.places[at] === placeCode('single'))
          place(at, 'single', rightReasons[before.reasons[at] ?? 0] ?? 'few_holders');
        else if (isPartial && (openAt[list[at] ?? 0] ?? 0) >= minPeople) place(at, 'single', 'stopped');
        else place(at, 'single', 'few_holders');
      }
    },
  };

  function openHolders(): Int32Array {
    const counts = new Int32Array(relation.cylinders);
    for (let at = 0; at < list.length; at++) {
      if (rights.places[at] !== open) continue;
      const cylinder = list[at] ?? 0;
      counts[cylinder] = (counts[cylinder] ?? 0) + 1;
    }
    return counts;
  }
}

export function balanceOf({ places }: RightPlaces): RightsBalance {
  const counts = new Int32Array(256);
  for (let at = 0; at < places.length; at++) counts[places[at] ?? open] = (counts[places[at] ?? open] ?? 0) + 1;
  const of = (place: RightPlace) => counts[placeCode(place)] ?? 0;
  return {
    rights: places.length,
    by_rules: of('by_rules'),
    by_profiles: of('by_profiles'),
    on_request: of('on_request'),
    single: of('single'),
  };
}

/** The rights that ended in a place, with the position of their suggestion. */
export function rightsIn(
  relation: AccessRelation,
  { places, reasons, suggestions }: RightPlaces,
  place: RightPlace,
): { person: number; cylinder: number; reason: RightReason; suggestion: number }[] {
  const code = placeCode(place);
  const found: { person: number; cylinder: number; reason: RightReason; suggestion: number }[] = [];
  for (let person = 0; person < relation.people; person++) {
    const begin = relation.start[person] ?? 0;
    rowOf(relation, person).forEach((cylinder, n) => {
      const at = begin + n;
      if (places[at] !== code) return;
      found.push({
        person,
        cylinder,
        reason: rightReasons[reasons[at] ?? 0] ?? 'few_holders',
        suggestion: suggestions[at] ?? -1,
      });
    });
  }
  return found;
}
