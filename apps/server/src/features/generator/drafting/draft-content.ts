import { ruleLimits } from '@key2xs/contract';
import {
  type AccessIndex,
  type DraftedGrant,
  type DraftedRule,
  type DraftGrants,
  peopleOfSubjects,
} from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { derivedId } from '#platform/derived-id';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { freeName, type PlanContent, ruleTypeOf } from '../../plans/service';
import type { SuggestionRow } from '../suggestions/suggestion-rows';

type Subjects = RuleContent['subjects'];

type Drafting = {
  keyplan_id: string;
  iam_connection_ids: readonly string[];
  index: AccessIndex;
  /** Ids by number. */
  people: readonly string[];
  cylinders: readonly string[];
  nameOf: (person: string) => string;
  tell: (sentence: Sentence) => string;
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
    for (const [part, grant] of (ofSuggestions[n] ?? []).entries()) plan.addOfSuggestion(row, { ...grant, part });
  }
  for (const grant of ofRest) plan.addRest(grant);
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

  addOfSuggestion(row: SuggestionRow, grant: DraftedGrant & { isToAll: boolean; part: number }): void {
    const cylinder_ids = this.#doorsOf(grant);
    const key = `${row.id} ${grant.part}`;
    const object_identifier = this.#profileFor(key, row.name, cylinder_ids);
    const conditions = grant.isToAll ? subjectsOf(row) : [];
    const isExact = conditions.length > 0 && this.#matchExactly(conditions, grant.people);
    const objects = [{ object_type: 'access_profile' as const, object_identifier }];
    const parts = isExact ? [conditions] : chunked(this.#named(grant.people), ruleLimits.subjects);
    for (const [n, subjects] of parts.entries()) {
      const subject_match = isExact ? 'all' : 'any';
      this.#addRule({ key: `${key} ${n}`, name: row.name, subjects, subject_match, objects, cylinder_ids });
    }
  }

  addRest(grant: DraftedGrant): void {
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
    for (const [n, subjects] of chunked(this.#named(grant.people), ruleLimits.subjects).entries()) {
      for (const [m, cylinder_ids] of chunked(this.#doorsOf(grant), ruleLimits.objects).entries()) {
        const objects = cylinder_ids.map((id) => ({ object_type: 'cylinder' as const, object_identifier: id }));
        this.#addRule({ key: `rest ${key} ${n} ${m}`, name, subjects, subject_match: 'any', objects, cylinder_ids });
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

  #addRule({ key, name, cylinder_ids, ...said }: RuleToAdd): void {
    const { keyplan_id } = this.drafting;
    const id = derivedId(`${keyplan_id} rule ${key}`);
    this.rules.set(id, {
      id,
      keyplan_id,
      name: freeName(name, this.#ruleNames),
      description: null,
      type: ruleTypeOf(said.subjects),
      is_active: true,
      time_restrictions: [],
      ...said,
    });
    this.drafted.push({ subject_match: said.subject_match, subjects: said.subjects, cylinder_ids });
  }

  /** Whether the conditions match these people of the plan's sources and nobody else, also of those the run has not read. */
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

type RuleToAdd = Pick<RuleContent, 'name' | 'subjects' | 'subject_match' | 'objects'> & {
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
