import { rowOf } from '../access-relation';
import { maxAdded } from '../rules/describe-rules';
import type { CellPolicy } from './cell-policy';
import { risksOf } from './findings/risks-of';
import type { MinedSuggestion } from './mined-plan';
import type { MiningData } from './mining-data';
import type { Generosity } from './mining-input';

/** What a suggestion is made of; all else follows from the input. */
export type SuggestionDraft = Pick<MinedSuggestion, 'id' | 'kind' | 'conditions' | 'people' | 'cylinders' | 'pinned'>;

/**
 * A suggestion with its figures. Its additions count as planned: the policy knows them from here on.
 * @returns `explained` is 0, as it depends on the suggestions before
 */
export function suggest(
  { input, holders }: MiningData,
  { policy, generosity }: { policy: CellPolicy; generosity: Generosity },
  draft: SuggestionDraft,
): MinedSuggestion {
  const { people } = draft;
  const cylinders = draft.cylinders.filter((cylinder) => input.needsApproval[cylinder] !== 1);
  const heldBy = new Int32Array(people.length);
  const columns = Array.from(cylinders, (cylinder) => ({
    cylinder,
    lacking: lackingOf(people, rowOf(holders, cylinder), heldBy),
  }));
  const mayJoin = draft.kind === 'rule' ? policy.rule() : () => true;
  const core = columns.filter(({ cylinder, lacking }) => lacking.length === 0 && mayJoin(cylinder));
  const likely = columns.filter(({ cylinder, lacking }) => {
    const isFew = lacking.length > 0 && lacking.length <= maxAdded[generosity] * people.length;
    if (!isFew || !lacking.every((person) => policy.mayAdd(person, cylinder)) || !mayJoin(cylinder)) return false;
    for (const person of lacking) policy.plan(person, cylinder);
    return true;
  });
  const given = new Set([...core, ...likely]);
  const cells = people.length * columns.length;
  const held = heldBy.reduce((sum, many) => sum + many, 0);
  const heldByAnyone = columns.reduce((sum, { cylinder }) => sum + rowOf(holders, cylinder).length, 0);
  const confidence = share(held, cells);
  const suggestion = {
    ...draft,
    cylinders,
    core: Int32Array.from(core, ({ cylinder }) => cylinder),
    likely: Int32Array.from(likely, ({ cylinder }) => cylinder),
    limited: Int32Array.from(
      columns.filter((column) => !given.has(column)),
      ({ cylinder }) => cylinder,
    ),
    additions: {
      people: Int32Array.from(likely.flatMap(({ lacking }) => [...lacking])),
      cylinders: Int32Array.from(likely.flatMap(({ cylinder, lacking }) => Array.from(lacking, () => cylinder))),
    },
    explained: 0,
    confidence,
    support: heldBy.reduce((count, many) => count + Number(many === columns.length), 0),
    recall: share(held, heldByAnyone),
    lift: share(confidence * input.relation.people * columns.length, heldByAnyone),
    outliers: people.filter((_, n) => (heldBy[n] ?? 0) * 2 < columns.length),
  };
  return { ...suggestion, risks: risksOf(input, suggestion) };
}

/** The people who are not holders; `heldBy` counts one more for each who is. */
function lackingOf(people: Int32Array, holders: Int32Array, heldBy: Int32Array): Int32Array {
  const lacking: number[] = [];
  let at = 0;
  people.forEach((person, n) => {
    while (at < holders.length && (holders[at] ?? 0) < person) at++;
    if (at < holders.length && holders[at] === person) heldBy[n] = (heldBy[n] ?? 0) + 1;
    else lacking.push(person);
  });
  return Int32Array.from(lacking);
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
