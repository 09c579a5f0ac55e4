import type { AccessIndex, IndexedRule } from '../../access/indexing/access-index';
import { hasBit } from '../../access/indexing/bits';
import { peopleInRow } from '../../access/indexing/people';

/** A rule of the plan that a newcomer could get: `having` of the `alike` who are like them have it. */
export type FittingRule = { id: string; name: string; having: number };

export type Newcomer = { id: string; alike: number; rules: FittingRule[] };

export type Newcomers = {
  count: number;
  /** A rule of the plan gives them something, or for a door, gives it to someone. */
  covered: number;
  /** The others, those of whom most is known first. */
  open: Newcomer[];
};

/** A rule that fewer than half of those alike have says nothing about a newcomer. */
const minShare = 0.5;
const maxRules = 3;

type Whose = {
  planId: string;
  /** Ids of those who were there when the plan was written. */
  known: ReadonlySet<string>;
};

const rulesOf = ({ rules }: AccessIndex, planId: string): IndexedRule[] =>
  rules.flatMap((one) => (one?.plan.id === planId && one.rule.is_active ? [one] : []));

/**
 * The people who joined after a plan was written, and which of its rules they could get: those of most people with the same
 * department and job title. Only the newcomers change: all others keep what they have.
 */
export function newPeople(
  index: AccessIndex,
  { planId, known, connectionIds }: Whose & { connectionIds: readonly string[] },
): Newcomers {
  const { people } = index;
  const rules = rulesOf(index, planId);
  const isOfPlan = new Set(connectionIds);
  const joined = people.ids.flatMap((id, number) => {
    const row = people.rowOf[number] ?? 0; // row 0: no one who is active
    return row > 0 && !known.has(id) && isOfPlan.has(people.rows[row]?.connection_id ?? '') ? [{ id, row }] : [];
  });
  const fitting = new Map<number, Omit<Newcomer, 'id'>>();
  return newcomers(
    joined,
    ({ row }) => rules.some((rule) => hasBit(rule.rows, row)),
    ({ row }) => {
      const found = fitting.get(row) ?? fittingRow(index, { rules, known, row });
      fitting.set(row, found);
      return found;
    },
  );
}

type OfRow = { rules: readonly IndexedRule[]; known: ReadonlySet<string>; row: number };

function fittingRow({ people }: AccessIndex, { rules, known, row }: OfRow): Omit<Newcomer, 'id'> {
  const keys = (people.rows[row]?.keys ?? []).filter((key) => /^(department|job_title):/.test(key));
  const [first, ...more] = keys.map((key) => people.rowsByKey.get(key)?.rows ?? []);
  const rows = (first ?? []).filter((one) => more.every((others) => others.includes(one)));
  const alike = rows.map((one) => ({
    row: one,
    count: peopleInRow(people, one).reduce((sum, number) => sum + Number(known.has(people.ids[number] ?? '')), 0),
  }));
  const having = (rule: IndexedRule) =>
    alike.reduce((sum, one) => sum + (hasBit(rule.rows, one.row) ? one.count : 0), 0);
  return fittingOf(
    rules,
    alike.reduce((sum, { count }) => sum + count, 0),
    having,
  );
}

/** The same for doors that were added: rules that give most of the doors of the same place. `ids`: of its key systems. */
export function newDoors(index: AccessIndex, { planId, known, ids }: Whose & { ids: readonly string[] }): Newcomers {
  const { doors } = index;
  const rules = rulesOf(index, planId);
  const added = ids.flatMap((id) => {
    const number = doors.numberOf.get(id);
    const facts = number === undefined ? undefined : doors.facts[number];
    return number !== undefined && facts && !known.has(id) ? [{ id, number, place: facts.location_id }] : [];
  });
  return newcomers(
    added,
    ({ number }) => rules.some((rule) => hasBit(rule.cylinders, number)),
    ({ place }) => {
      const alike = [...(doors.placed.get(place ?? '') ?? [])].filter((other) => known.has(doors.ids[other] ?? ''));
      return fittingOf(rules, alike.length, (rule) => alike.filter((other) => hasBit(rule.cylinders, other)).length);
    },
  );
}

function newcomers<T extends { id: string }>(
  all: readonly T[],
  isCovered: (one: T) => boolean,
  fittingFor: (one: T) => Omit<Newcomer, 'id'>,
): Newcomers {
  const open = all.filter((one) => !isCovered(one)).map((one) => ({ id: one.id, ...fittingFor(one) }));
  const known = ({ rules, alike }: Newcomer) => (rules.length > 0 ? alike : 0);
  open.sort((a, b) => known(b) - known(a) || (a.id < b.id ? -1 : 1));
  return { count: all.length, covered: all.length - open.length, open };
}

function fittingOf(
  rules: readonly IndexedRule[],
  alike: number,
  having: (rule: IndexedRule) => number,
): Omit<Newcomer, 'id'> {
  const fitting =
    alike === 0 ? [] : rules.map((one) => ({ id: one.rule.id, name: one.rule.name, having: having(one) }));
  return {
    alike,
    rules: fitting
      .filter((one) => one.having >= alike * minShare && one.having > 0)
      .sort((a, b) => b.having - a.having || (a.name < b.name ? -1 : 1))
      .slice(0, maxRules),
  };
}
