import { ruleLimits, type TimeRestriction } from '@key2xs/contract';
import {
  type AccessIndex,
  type DraftedGrant,
  type DraftedRule,
  type DraftGrants,
  dividedByHours,
  peopleOfSubjects,
} from '@key2xs/domain';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { derivedId } from '#platform/derived-id';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { freeName, type PlanContent, ruleTypeOf } from '../../plans/service';
import type { SuggestionRow } from '../suggestions/suggestion-rows';
import { nameOfHours } from './name-of-hours';

type Subjects = RuleContent['subjects'];

type Drafting = {
  keyplan_id: string;
  iam_connection_ids: readonly string[];
  index: AccessIndex;
  /** Ids by number. */
  people: readonly string[];
  cylinders: readonly string[];
  schedules: readonly TimeRestriction[][];
  /** When a person has or is to have a cylinder: number of a schedule. */
  hoursOf: (person: number, cylinder: number) => number;
  nameOf: (person: string) => string;
  tell: (sentence: Sentence) => string;
  language: Language;
};

export type DraftContent = { content: PlanContent; rules: DraftedRule[] };

/**
 * The rules and profiles that grants come to. A suggestion has a profile for each set of doors that it gives to the same people, and
 * keeps the ids of an earlier draft. What is left names doors without a profile. What exceeds a rule is divided into several.
 */
export function draftContent(
  drafting: Drafting,
  accepted: readonly SuggestionRow[],
  { ofSuggestions, ofRest }: DraftGrants,
): DraftContent {
  const plan = new PlanBuilder(drafting);
  for (const [n, row] of accepted.entries()) {
    const parts = (ofSuggestions[n] ?? []).flatMap((grant) =>
      dividedByHours(grant, drafting.hoursOf).map((part) => ({
        ...part,
        isToAll: grant.isToAll && part.people.length === grant.people.length,
      })),
    );
    for (const [part, grant] of parts.entries()) plan.addOfSuggestion(row, { ...grant, part });
  }
  for (const grant of ofRest) for (const part of dividedByHours(grant, drafting.hoursOf)) plan.addRest(part);
  return { content: { rules: plan.rules, profiles: plan.profiles }, rules: plan.drafted };
}

class PlanBuilder {
  readonly rules = new Map<string, RuleContent>();
  readonly profiles = new Map<string, ProfileContent>();
  readonly drafted: DraftedRule[] = [];
  readonly #ruleNames = new Set<string>();
  readonly #profileNames = new Set<string>();
  readonly #profileByDoors = new Map<string, string>();

  constructor(private readonly drafting: Drafting) {}

  addOfSuggestion(row: SuggestionRow, grant: TimedGrant & { isToAll: boolean; part: number }): void {
    const cylinder_ids = this.#doorsOf(grant);
    const key = `${row.id} ${grant.part}`;
    const object_identifier = this.#profileFor(key, row.name, cylinder_ids);
    const conditions = grant.isToAll ? subjectsOf(row) : [];
    const isExact = conditions.length > 0 && this.#matchExactly(conditions, grant.people);
    const objects = [{ object_type: 'access_profile' as const, object_identifier }];
    const time_restrictions = this.#windowsOf(grant);
    const parts = isExact ? [conditions] : chunked(this.#named(grant.people), ruleLimits.subjects);
    for (const [n, subjects] of parts.entries()) {
      const subject_match = isExact ? ('all' as const) : ('any' as const);
      const rule = { subjects, subject_match, objects, cylinder_ids, time_restrictions };
      this.#addRule({ key: `${key} ${n}`, name: row.name, ...rule });
    }
  }

  addRest(grant: TimedGrant): void {
    const [first = -1, ...others] = grant.people;
    const { people, nameOf, tell } = this.drafting;
    const name = tell(
      others.length === 0
        ? say('suggestion.restOfOne', { name: nameOf(people[first] ?? '') })
        : say('suggestion.restOfMany', { count: grant.people.length }),
    );
    const key = this.#named(grant.people)
      .map((one) => one.subject_identifier)
      .join();
    const time_restrictions = this.#windowsOf(grant);
    const when = time_restrictions.length > 0 ? ` at ${JSON.stringify(time_restrictions)}` : '';
    for (const [n, subjects] of chunked(this.#named(grant.people), ruleLimits.subjects).entries()) {
      for (const [m, cylinder_ids] of chunked(this.#doorsOf(grant), ruleLimits.objects).entries()) {
        const objects = cylinder_ids.map((id) => ({ object_type: 'cylinder' as const, object_identifier: id }));
        const rule = { subjects, subject_match: 'any' as const, objects, cylinder_ids, time_restrictions };
        this.#addRule({ key: `rest ${key} ${n} ${m}${when}`, name, ...rule });
      }
    }
  }

  /** The same doors are one profile. */
  #profileFor(key: string, called: string, cylinder_ids: string[]): string {
    const doors = cylinder_ids.join();
    const known = this.#profileByDoors.get(doors);
    if (known) return known;
    const id = derivedId(`${this.drafting.keyplan_id} profile ${key}`);
    const name = freeName(called, this.#profileNames);
    this.profiles.set(id, { id, name, description: null, cylinder_ids, cylinder_group_ids: [] });
    this.#profileByDoors.set(doors, id);
    return id;
  }

  #windowsOf({ hours }: TimedGrant): TimeRestriction[] {
    return this.drafting.schedules[hours] ?? [];
  }

  #addRule({ key, name: called, cylinder_ids, ...said }: RuleToAdd): void {
    const { keyplan_id, language } = this.drafting;
    const hours = nameOfHours(said.time_restrictions, language);
    const name = hours ? `${called}, ${hours}` : called;
    const id = derivedId(`${keyplan_id} rule ${key}`);
    this.rules.set(id, {
      id,
      keyplan_id,
      name: freeName(name, this.#ruleNames),
      description: null,
      type: ruleTypeOf(said.subjects),
      is_active: true,
      ...said,
    });
    const { subject_match, subjects, time_restrictions } = said;
    this.drafted.push({ subject_match, subjects, time_restrictions, cylinder_ids });
  }

  /** Whether the conditions match these people of the plan's sources and no one else, also of those the run has not read. */
  #matchExactly(subjects: Subjects, numbers: Int32Array): boolean {
    const { index, iam_connection_ids, people } = this.drafting;
    const matched = peopleOfSubjects(index, { subjects, subject_match: 'all', iam_connection_ids });
    const meant = new Set([...numbers].map((number) => index.people.numberOf.get(people[number] ?? '')));
    return matched.length === meant.size && matched.every((person) => meant.has(person));
  }

  #named(numbers: Int32Array): Subjects {
    return [...numbers].map((number) => ({
      subject_type: 'user' as const,
      subject_identifier: this.drafting.people[number] ?? '',
    }));
  }

  #doorsOf({ cylinders }: DraftedGrant): string[] {
    return [...cylinders].map((number) => this.drafting.cylinders[number] ?? '').sort();
  }
}

type TimedGrant = DraftedGrant & { hours: number };

type RuleToAdd = Pick<RuleContent, 'name' | 'subjects' | 'subject_match' | 'objects' | 'time_restrictions'> & {
  key: string;
  cylinder_ids: readonly string[];
};

const subjectsOf = ({ conditions }: SuggestionRow): Subjects =>
  conditions.map(({ attribute, value }) => ({ subject_type: attribute, subject_identifier: value }));

function chunked<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size));
  return chunks;
}
