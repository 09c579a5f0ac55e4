import { describe, expect, test } from 'vitest';
import { type AccessRelation, relationOf, rowOf } from '../access-relation';
import type { RightCells } from '../plan/mined-plan';
import { type AcceptedSuggestion, draftGrants } from './draft-grants';

const none: RightCells = { people: new Int32Array(0), cylinders: new Int32Array(0) };
const cells = (...pairs: [number, number][]): RightCells => ({
  people: Int32Array.from(pairs, ([person]) => person),
  cylinders: Int32Array.from(pairs, ([, cylinder]) => cylinder),
});
const pairsOf = ({ people, cylinders }: RightCells) =>
  [...people].map((person, n) => `${person}-${cylinders[n]}`).sort();
const rightsOf = (relation: AccessRelation) =>
  Array.from({ length: relation.people }, (_, person) =>
    [...rowOf(relation, person)].map((c) => `${person}-${c}`),
  ).flat();

/** A generator of numbers that gives the same for the same seed. */
function numbersOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const some = (next: (below: number) => number, below: number) =>
  Int32Array.from(new Set(Array.from({ length: 1 + next(below) }, () => next(below)))).sort();

function aCase(seed: number) {
  const next = numbersOf(seed);
  const [people, cylinders] = [4 + next(8), 4 + next(8)];
  const pairs = Array.from({ length: next(people * cylinders) }, () => [next(people), next(cylinders)] as const);
  const read = relationOf(people, cylinders, pairs);
  const accepted = Array.from({ length: next(4) }, (_, n): AcceptedSuggestion => {
    const block = { people: some(next, people), cylinders: some(next, cylinders) };
    const missing = [...block.people].flatMap((person) =>
      [...block.cylinders]
        .filter((c) => c % 2 === 0 && !rowOf(read, person).includes(c))
        .map((c) => [person, c] as [number, number]),
    );
    const acceptsAdditions = next(2) === 1;
    return { id: `${n}`, kind: 'profile', ...block, additions: cells(...missing), acceptsAdditions };
  });
  const any = () => [next(people), next(cylinders)] as [number, number];
  const removed = cells(...[any(), any()].filter(([p, c]) => rowOf(read, p).includes(c)));
  const added = cells(...[any()].filter(([p, c]) => !rowOf(read, p).includes(c)));
  const rest = next(2) === 1 ? ('single' as const) : ('leave_out' as const);
  return { read, draft: { accepted, needsApproval: new Uint8Array(cylinders), removed, added, rest } };
}

describe('the grants of a draft', () => {
  test('give today’s rights, without those listed as lost, with those listed as gained', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const { read, draft } = aCase(seed);
      const { ofSuggestions, ofRest, gained, lost } = draftGrants(read, draft);
      const granted = new Set(
        [...ofSuggestions.flat(), ...ofRest].flatMap(({ people, cylinders }) =>
          [...people].flatMap((person) => [...cylinders].map((cylinder) => `${person}-${cylinder}`)),
        ),
      );
      const expected = new Set(rightsOf(read).filter((right) => !pairsOf(lost).includes(right)));
      for (const right of pairsOf(gained)) expected.add(right);
      expect([...granted].sort(), `seed ${seed}`).toEqual([...expected].sort());
      const allowed = draft.accepted
        .filter((one) => one.acceptsAdditions)
        .flatMap(({ additions }) => pairsOf(additions));
      expect([...allowed, ...pairsOf(draft.added)], `seed ${seed}`).toEqual(expect.arrayContaining(pairsOf(gained)));
      if (draft.rest === 'single')
        expect(pairsOf(lost), `seed ${seed}`).toEqual(
          pairsOf(draft.removed).filter((one, n, all) => all.indexOf(one) === n),
        );
    }
  });

  test('keep what is on request when the rest is left out', () => {
    const read = relationOf(1, 2, [
      [0, 0],
      [0, 1],
    ]);
    const draft = {
      accepted: [],
      needsApproval: Uint8Array.of(0, 1),
      removed: none,
      added: none,
      rest: 'leave_out',
    } as const;
    const { ofRest, lost } = draftGrants(read, draft);
    expect(ofRest).toEqual([{ people: Int32Array.of(0), cylinders: Int32Array.of(1) }]);
    expect(pairsOf(lost)).toEqual(['0-0']);
  });
});
