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
import { groupPeople, withTriples } from './person-groups';
import { relationOfCells } from './relation-of-cells';
import { emptyLinks } from './rule-links';
import { findSimilarHolders, type SimilarHolder } from './similar-holders';

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
  const impossible = reasonWithout(input);
  if (impossible) return withoutRules(relation, impossible);
  const nothingYet = () => withoutRules(relation, { code: 'no_pattern', nearest: { mode: 'exact' } });
  const grouping = groupPeople(relation.people, { attributes, minPeople });
  let grouped = grouping.next();
  for (; !grouped.done; grouped = grouping.next()) {
    yield { phase: 'grouping', share: 0.1 * grouped.value, soFar: nothingYet };
  }
  let groups = grouped.value;
  if (groups.size.length === 0) return withoutRules(relation, tooSmall(groups.largest));

  const byCylinder = transpose(relation);
  const links = emptyLinks(relation.cylinders, groups.size.length);
  let noise = firstNoise(byCylinder, groups, randomOf(seed));
  let similar: SimilarHolder[] = [];
  const describing = () => describeRules(input, { byCylinder, groups, links, similar, noise });
  const soFar = () => runToEnd(describing());

  for (let pass = 0; pass < passes; pass++) {
    const lengths = lengthsOf(groups, {
      noise,
      usage: pass === 0 ? null : links.usage.slice(),
      cylinders: relation.cylinders,
    });
    const explaining = explainAll(byCylinder, { groups, links, lengths, elsewhere: elsewhereOf(relation, similar) });
    let step = explaining.next();
    for (; !step.done; step = explaining.next()) {
      yield { phase: 'explaining', share: 0.1 + (0.8 * (pass + 0.8 * step.value)) / passes, soFar };
    }
    noise = step.value;
    const searching = findSimilarHolders({
      relation,
      groups,
      ofCylinder: pass < passes - 1 ? links.trusted : links.ofCylinder,
      lengths: lengthsOf(groups, { noise, usage: links.usage, cylinders: relation.cylinders }),
    });
    let search = searching.next();
    for (; !search.done; search = searching.next()) {
      yield { phase: 'explaining', share: 0.1 + (0.8 * (pass + 0.8 + 0.2 * search.value)) / passes, soFar };
    }
    similar = search.value;
    if (pass > 0) continue;
    const elsewhere = elsewhereOf(relation, similar);
    const refining = findTriples(byCylinder, { groups, links, lengths, elsewhere, minPeople });
    let refined = refining.next();
    for (; !refined.done; refined = refining.next()) yield { phase: 'explaining', share: 0.1 + 0.8 / passes, soFar };
    if (refined.value.length === 0) continue;
    groups = withTriples(groups, refined.value);
    links.usage = widened(links.usage, groups.size.length);
  }
  const description = describing();
  let step = description.next();
  for (; !step.done; step = description.next()) yield { phase: 'describing', share: 0.9, soFar };
  return step.value;
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
    held: none(),
    extra: relation,
    missing: none(),
    noise: { missing: 0, extra: 0 },
    reason,
  };
}
