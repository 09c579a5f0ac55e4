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
import type { MiningInput } from './mining-input';

const open = 255;
const placeCode = (place: RightPlace): number => rightPlaces.indexOf(place);
const reasonCode = (reason: RightReason): number => rightReasons.indexOf(reason);

/** The place of each right, one suggestion after the other; what is on request is placed from the start. */
export function placingRights({ relation, needsApproval }: MiningInput) {
  const { start, list } = relation;
  const rights: RightPlaces = {
    places: new Uint8Array(list.length).fill(open),
    reasons: new Uint8Array(list.length),
    suggestions: new Int32Array(list.length).fill(-1),
  };
  const isDoubled = new Uint8Array(list.length);
  const codeOf = new Uint8Array(relation.cylinders);
  const place = (at: number, to: RightPlace, why: RightReason): void => {
    rights.places[at] = placeCode(to);
    rights.reasons[at] = reasonCode(why);
  };
  list.forEach((cylinder, at) => {
    if (needsApproval[cylinder] === 1) place(at, 'on_request', 'needs_approval');
  });

  /** Visits the rights of these people at these cylinders, with the code of the cylinder. */
  const visit = (
    people: Int32Array,
    cylinders: readonly Int32Array[],
    visitor: (at: number, code: number, person: number) => void,
  ): void => {
    cylinders.forEach((some, n) => {
      for (const cylinder of some) codeOf[cylinder] = n + 1;
    });
    for (const person of people) {
      for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) {
        const code = codeOf[list[at] ?? 0] ?? 0;
        if (code > 0) visitor(at, code - 1, person);
      }
    }
    for (const some of cylinders) for (const cylinder of some) codeOf[cylinder] = 0;
  };

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
      const reasons = ['held_by_all', 'held_by_most', 'held_by_some'] as const;
      let explained = 0;
      visit(people, [core, likely, limited], (at, code) => {
        if (rights.places[at] === open) {
          place(at, kind === 'rule' && code < 2 ? 'by_rules' : 'by_profiles', reasons[code] ?? 'held_by_some');
          rights.suggestions[at] = position;
          explained++;
        } else if ((rights.suggestions[at] ?? -1) >= 0) isDoubled[at] = 1;
      });
      return explained;
    },
    /** The rights without a place yet, at cylinders that at least so many people hold so. */
    rest(minPeople: number): AccessRelation {
      const holders = openHolders();
      const isRest = (cylinder: number, at: number) =>
        rights.places[at] === open && (holders[cylinder] ?? 0) >= minPeople;
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
      const holders = openHolders();
      list.forEach((cylinder, at) => {
        if (rights.places[at] !== open) return;
        if ((before?.suggestions[at] ?? -1) >= 0) place(at, 'single', 'taken_out');
        else if (before && before.places[at] === placeCode('single'))
          place(at, 'single', rightReasons[before.reasons[at] ?? 0] ?? 'few_holders');
        else if (isPartial && (holders[cylinder] ?? 0) >= minPeople) place(at, 'single', 'stopped');
        else place(at, 'single', 'few_holders');
      });
    },
  };

  function openHolders(): Int32Array {
    const holders = new Int32Array(relation.cylinders);
    list.forEach((cylinder, at) => {
      if (rights.places[at] === open) holders[cylinder] = (holders[cylinder] ?? 0) + 1;
    });
    return holders;
  }
}

export function balanceOf({ places }: RightPlaces): RightsBalance {
  const balance: RightsBalance = { rights: places.length, by_rules: 0, by_profiles: 0, on_request: 0, single: 0 };
  for (const code of places) {
    const place = rightPlaces[code];
    if (place) balance[place]++;
  }
  return balance;
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
