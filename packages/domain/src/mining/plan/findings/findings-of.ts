import { rowOf } from '../../access-relation';
import type { FindingKind, MinedFindings, MinedSuggestion, RightCells, RightPlaces } from '../mined-plan';
import { commonOf, type MiningData } from '../mining-data';
import { peerShares } from './peer-shares';

type Listed = { people: number[]; cylinders: number[]; suggestions: number[]; shares: number[] };

const listed = (): Listed => ({ people: [], cylinders: [], suggestions: [], shares: [] });

function add(to: Listed, person: number, cylinder: number, suggestion: number, share: number): void {
  to.people.push(person);
  to.cylinders.push(cylinder);
  to.suggestions.push(suggestion);
  to.shares.push(share);
}

const packed = ({ people, cylinders, suggestions, shares }: Listed): MinedFindings => ({
  people: Int32Array.from(people),
  cylinders: Int32Array.from(cylinders),
  suggestions: Int32Array.from(suggestions),
  shares: Float32Array.from(shares),
});

export const noFindings = (): Record<FindingKind, MinedFindings> => ({
  outlier: packed(listed()),
  missing: packed(listed()),
  doubled: packed(listed()),
  unused: packed(listed()),
  never_both: packed(listed()),
});

/** What should be looked at in the access of today. */
export function findingsOf(
  data: MiningData,
  plan: { suggestions: readonly MinedSuggestion[]; rights: RightPlaces; isDoubled: Uint8Array; outliers: RightCells },
): Record<FindingKind, MinedFindings> {
  return {
    outlier: packed(outliersOf(data, plan.outliers)),
    missing: packed(missingOf(data, plan.suggestions)),
    doubled: packed(doubledOf(data, plan)),
    unused: packed(unusedOf(data, plan.rights)),
    never_both: packed(heldTogether(data)),
  };
}

/** Rights that no similar person has, or few. */
function outliersOf(data: MiningData, cells: RightCells): Listed {
  const found = listed();
  const shares = peerShares(data, cells);
  cells.people.forEach((person, n) => {
    add(found, person, cells.cylinders[n] ?? 0, -1, shares[n] ?? -1);
  });
  return found;
}

/** What people of a rule lack who otherwise fit it. */
function missingOf({ holders }: MiningData, suggestions: readonly MinedSuggestion[]): Listed {
  const found = listed();
  suggestions.forEach(({ kind, people, likely, limited, outliers }, position) => {
    if (kind !== 'rule') return;
    const unfit = new Set(outliers);
    for (const cylinder of [...likely, ...limited]) {
      const having = new Set(commonOf(rowOf(holders, cylinder), people));
      for (const person of people) {
        if (having.has(person) || unfit.has(person)) continue;
        add(found, person, cylinder, position, having.size / people.length);
      }
    }
  });
  return found;
}

function doubledOf(
  { input: { relation } }: MiningData,
  { rights, isDoubled }: { rights: RightPlaces; isDoubled: Uint8Array },
): Listed {
  const found = listed();
  for (let person = 0; person < relation.people; person++) {
    for (let at = relation.start[person] ?? 0; at < (relation.start[person + 1] ?? 0); at++) {
      if (isDoubled[at] === 1) add(found, person, relation.list[at] ?? 0, rights.suggestions[at] ?? -1, -1);
    }
  }
  return found;
}

function unusedOf({ input: { relation, used } }: MiningData, rights: RightPlaces): Listed {
  const found = listed();
  if (!used) return found;
  for (let person = 0; person < relation.people; person++) {
    const inUse = new Set(rowOf(used, person));
    for (let at = relation.start[person] ?? 0; at < (relation.start[person + 1] ?? 0); at++) {
      const cylinder = relation.list[at] ?? 0;
      if (!inUse.has(cylinder)) add(found, person, cylinder, rights.suggestions[at] ?? -1, -1);
    }
  }
  return found;
}

/** People who hold today what no person should hold together: one entry for each pair, with a cylinder of the second. */
function heldTogether({ input: { relation, neverBoth } }: MiningData): Listed {
  const found = listed();
  for (const { first, second } of neverBoth) {
    const isFirst = new Set(first);
    const isSecond = new Set(second);
    for (let person = 0; person < relation.people; person++) {
      const row = rowOf(relation, person);
      const other = row.find((cylinder) => isSecond.has(cylinder));
      if (other !== undefined && row.some((cylinder) => isFirst.has(cylinder))) add(found, person, other, -1, -1);
    }
  }
  return found;
}
