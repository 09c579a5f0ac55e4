import { widened } from '../../access/indexing/bits';
import { runToEnd } from '../../run-to-end';
import { type AccessRelation, transpose } from '../access-relation';
import { randomOf } from '../random';
import { describeRules } from './describe-rules';
import { explainAll } from './explain-all';
import { findTriples } from './find-triples';
import { firstNoise } from './first-noise';
import { lengthsOf } from './link-costs';
import type { MinedRules, NoRulesReason, RulesInput, RulesProgress } from './mined-rules';
import { groupPeople } from './person-groups';
import { relationOfCells } from './relation-of-cells';
import { emptyLinks } from './rule-links';
import { findSimilarHolders, type SimilarHolder } from './similar-holders';
import { withTriples } from './with-triples';

const passes = 3;

/**
 * Mines rules from attributes. Every cylinder is explained by groups of people whose rate of missing grants is that of
 * the noise; the noise is estimated first and again after each pass, and each pass charges a group less for a cylinder
 * the more cylinders it explained in the pass before, so that the whole model gets short. The same input and seed give
 * the same rules. Nothing is granted: `use` says what a plan may do with each cylinder.
 *
 * @yields some ten milliseconds apart
 */
export function* mineRules(input: RulesInput, { seed }: { seed: number }): Generator<RulesProgress, MinedRules> {
  const { relation, attributes, minPeople } = input;
  const { cylinders } = relation;
  const impossible = reasonWithout(input);
  if (impossible) return withoutRules(relation, impossible);
  const nothingYet = () => withoutRules(relation, { code: 'no_pattern', nearest: { mode: 'exact' } });
  let groups = yield* reporting(groupPeople(relation.people, { attributes, minPeople }), (share) => ({
    phase: 'grouping',
    share: 0.1 * share,
    soFar: nothingYet,
  }));
  if (groups.size.length === 0) return withoutRules(relation, tooSmall(groups.largest));

  const byCylinder = transpose(relation);
  yield { phase: 'grouping', share: 0.1, soFar: nothingYet };
  const links = emptyLinks(cylinders, groups.size.length);
  let noise = firstNoise(byCylinder, groups, randomOf(seed));
  let similar: SimilarHolder[] = [];
  const describing = () => describeRules(input, { byCylinder, groups, links, similar, noise });
  const soFar = () => runToEnd(describing());
  let elsewhere = elsewhereOf(relation, similar);

  for (let pass = 0; pass < passes; pass++) {
    const progress = (share: number): RulesProgress => ({
      phase: 'explaining',
      share: 0.1 + (0.8 * (pass + share)) / passes,
      soFar,
    });
    const usage = pass === 0 ? null : links.usage.slice();
    const lengths = lengthsOf(groups, { noise, usage, cylinders });
    const explaining = explainAll(byCylinder, { groups, links, lengths, elsewhere });
    noise = yield* reporting(explaining, (share) => progress(0.75 * share));
    similar = yield* reporting(
      findSimilarHolders({
        relation,
        groups,
        ofCylinder: pass < passes - 1 ? links.trusted : links.ofCylinder,
        lengths: lengthsOf(groups, { noise, usage: links.usage, cylinders }),
      }),
      (share) => progress(0.75 + 0.2 * share),
    );
    elsewhere = elsewhereOf(relation, similar);
    yield progress(0.95);
    if (pass > 0) continue;
    const refining = findTriples(byCylinder, { groups, links, lengths, elsewhere, minPeople });
    const triples = yield* reporting(refining, (share) => progress(0.95 + 0.05 * share));
    if (triples.length === 0) continue;
    groups = withTriples(groups, triples);
    links.usage = widened(links.usage, groups.size.length);
  }
  return yield* reporting(describing(), (share) => ({ phase: 'describing', share: 0.9 + 0.1 * share, soFar }));
}

/** Passes on how far a part of the work is. */
function* reporting<T>(
  work: Generator<number, T>,
  progress: (share: number) => RulesProgress,
): Generator<RulesProgress, T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield progress(step.value);
  }
}

/** Cylinder by cylinder, the people whose grant is explained by similar people. */
function elsewhereOf({ people, cylinders }: AccessRelation, similar: readonly SimilarHolder[]): AccessRelation {
  const cells = { person: [] as number[], cylinder: [] as number[] };
  for (const { person, cylinders: own } of similar) {
    for (const cylinder of own) {
      cells.person.push(cylinder);
      cells.cylinder.push(person);
    }
  }
  return relationOfCells(cylinders, people, cells);
}

function reasonWithout({ relation, attributes }: RulesInput): NoRulesReason | null {
  if (relation.people === 0) return { code: 'no_people' };
  if (relation.cylinders === 0) return { code: 'no_cylinders' };
  if (relation.list.length === 0) return { code: 'no_grants' };
  if (attributes.every(({ list }) => list.length === 0)) return { code: 'no_attributes', nearest: { mode: 'exact' } };
  return null;
}

const tooSmall = (largest: number): NoRulesReason => ({
  code: 'groups_too_small',
  nearest: largest > 1 ? { minPeople: largest } : { mode: 'exact' },
});

function withoutRules(relation: AccessRelation, reason: NoRulesReason): MinedRules {
  const { people, cylinders } = relation;
  const none = (): AccessRelation => ({
    people,
    cylinders,
    start: new Int32Array(people + 1),
    list: new Int32Array(0),
  });
  return {
    rules: [],
    explained: 0,
    extra: relation,
    missing: none(),
    noise: { missing: 0, extra: 0 },
    reason,
  };
}
