import { type RuleSubject, ruleLimits, type SubjectType } from '@key2xs/contract';
import type { IndexedRule } from '../access-index';
import { type Bits, listBits } from '../bits';
import { subjectKey } from '../match-subjects';
import { peopleInRows } from '../people';
import { type Asked, haveCommon, isEmpty, isWithin, rowsOfRule, rowsOfSpeech, union, without } from './asked-edit';
import type { Speech } from './planned-edit';

/** How those whom a rule speaks of and who are not asked about can be told, as subjects of one or several rules. */
export type Others = {
  /** Subjects that the rule has and may keep; none where it asks for all of them. */
  kept: readonly RuleSubject[];
  /** All others: by the titles, departments or groups that they have and those asked about do not. */
  byClass: Speech[] | undefined;
  /** Or one by one. */
  byName: Speech[] | undefined;
  /** How many there are besides those of the kept subjects. */
  people: number;
};

/** More rules than this nobody would make by hand. */
const mostClasses = 12;

/** Undefined: there are no others. */
export function tellOthers(asked: Asked, rule: IndexedRule): Others | undefined {
  const { index, rows } = asked;
  const { subjects, subject_match } = rule.rule;
  const isAny = subject_match === 'any' || subjects.length === 1;
  const spoken = rowsOfRule(index, rule);
  const kept = isAny
    ? subjects.filter((one) => !haveCommon(rowsOfOne(asked, one), rows) && !isAskedFor(asked, one))
    : [];
  const keptRows = union(
    kept.map((one) => rowsOfOne(asked, one)),
    rows.length,
  );
  const left = without(without(spoken, rows), keptRows);
  if (isEmpty(left))
    return kept.length > 0 ? { kept, byClass: speechOf(kept), byName: undefined, people: 0 } : undefined;
  const bases = isAny ? subjects.filter((one) => !kept.includes(one)).map((one) => [one]) : [subjects];
  const classes = bases.map((base) => splitByClass(asked, base, left));
  const split = classes.every((one) => one !== undefined) ? classes.flat() : undefined;
  const byClass = split && split.length <= mostClasses ? [...speechOf(kept), ...split] : undefined;
  return { kept, byClass, byName: nameAll(asked, kept, left), people: peopleInRows(index.people, left).length };
}

const rowsOfOne = (asked: Asked, subject: RuleSubject): Bits =>
  rowsOfSpeech(asked, { subjects: [subject], subject_match: 'any' });

/** Also where nobody has that title now. */
const isAskedFor = ({ clauses }: Asked, subject: RuleSubject): boolean =>
  clauses.some(({ keys }) => keys.length === 1 && keys[0] === subjectKey(subject));

const speechOf = (subjects: readonly RuleSubject[]): Speech[] =>
  subjects.length > 0 ? [{ subjects, subject_match: 'any' }] : [];

/** Those left of whom all of the subjects are true, by one more thing that is true of them and of nobody asked about. */
function splitByClass(asked: Asked, base: readonly RuleSubject[], left: Bits): Speech[] | undefined {
  const wanted = intersect(rowsOfSpeech(asked, { subjects: base, subject_match: 'all' }), left);
  if (isEmpty(wanted)) return [];
  for (const type of ['job_title', 'department', 'group'] as const) {
    const found = classesOf(asked, wanted, type)
      .map((one): Speech => ({ subjects: [...base, one], subject_match: 'all' }))
      .map((speech) => ({ speech, rows: rowsOfSpeech(asked, speech) }))
      .filter(({ rows }) => !haveCommon(rows, asked.rows));
    if (found.length > mostClasses) continue;
    if (
      isWithin(
        wanted,
        union(
          found.map(({ rows }) => rows),
          wanted.length,
        ),
      )
    )
      return found.map(({ speech }) => speech);
  }
  return undefined;
}

/** The titles, departments or groups of people, as the index spells them. */
function classesOf({ index }: Asked, rows: Bits, type: SubjectType): RuleSubject[] {
  const keys = [...listBits(rows)].flatMap((row) => index.people.rows[row]?.keys ?? []);
  const values = new Set(keys.filter((key) => key.startsWith(`${type}:`)).map((key) => key.slice(type.length + 1)));
  return [...values].sort().map((subject_identifier) => ({ subject_type: type, subject_identifier }));
}

function nameAll({ index }: Asked, kept: readonly RuleSubject[], left: Bits): Speech[] | undefined {
  const people = peopleInRows(index.people, left);
  if (people.length + kept.length > ruleLimits.subjects) return undefined;
  const named = [...people].map(
    (n): RuleSubject => ({ subject_type: 'user', subject_identifier: index.people.ids[n] ?? '' }),
  );
  return speechOf([...kept, ...named]);
}

const intersect = (a: Bits, b: Bits): Bits => a.map((word, i) => word & (b[i] ?? 0));
