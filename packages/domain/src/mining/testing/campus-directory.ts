import { foldText } from '../../fold-text';
import type { MinedCondition } from '../plan/mining-input';
import type { Random } from '../random';
import { attributeOf, type PersonAttribute } from '../rules/person-attribute';
import type { CampusPeople } from './campus-people';
import type { PlantedRule } from './campus-rules';

/**
 * What the directory says: every attribute except groups is missing for a tenth of the people, and a fifth of the
 * departments is spelled in two ways that are equal when folded. The last two are distractors.
 */
export function campusDirectory(people: CampusPeople, random: Random): (PersonAttribute & { labels: string[] })[] {
  const known = (texts: string[]): string[] => (random.next() < 0.1 ? [] : texts);
  const department = (own: number): string =>
    own % 5 === 0 && random.next() < 0.3 ? `  DEPARTMENT ${own}` : `Department ${own}`;
  return [
    attributeOf(
      'department',
      Array.from(people.department, (own) => known([department(own)])),
    ),
    attributeOf(
      'job_title',
      people.jobs.map((own) => known(own.map((job) => `Job ${job}`))),
    ),
    attributeOf(
      'group',
      people.groups.map((own) => own.map((group) => `Group ${group}`)),
    ),
    attributeOf(
      'shift',
      Array.from(people.shift, (own) => known([`Shift ${own}`])),
    ),
    attributeOf(
      'cost_centre',
      Array.from(people.costCentre, (own) => known([`Cost centre ${own}`])),
    ),
  ];
}

/** The conditions of a planted rule as the directory has them; a value that no person has is -1. */
export function conditionsOf(
  { department, job, group }: PlantedRule,
  attributes: readonly { labels: string[] }[],
): MinedCondition[] {
  const texts = [
    department >= 0 && `department ${department}`,
    job >= 0 && `job ${job}`,
    group >= 0 && `group ${group}`,
  ];
  return texts.flatMap((text, attribute) => {
    const labels = attributes[attribute]?.labels ?? [];
    return text ? [{ attribute, value: labels.findIndex((label) => foldText(label) === text) }] : [];
  });
}
