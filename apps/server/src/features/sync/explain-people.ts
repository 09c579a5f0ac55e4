import {
  type DesiredKeySystem,
  type DoorChange,
  type IndexedRule,
  type RecordedKeySystem,
  referenceStart,
} from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Current values of a person, and those before the last change. */
export type PersonNow = {
  id: string;
  name: string;
  department: string | null;
  job_title: string | null;
  active: boolean;
  left_at: Date | null;
  created_at: Date;
  was: { department: string | null; job_title: string | null; active: boolean } | null;
};

/** People by id. @param since former values from then on */
export async function loadPeopleNow(
  db: Db,
  ids: readonly string[],
  since: Date | null,
): Promise<Map<string, PersonNow>> {
  const { rows } = await sql<PersonNow>`
    select person.id, person.display_name as name, person.department, person.job_title, person.active, person.left_at,
      person.created_at, former.content as was
    from person left join lateral (
      select content from access_past
      where kind = 'person' and record_id = person.id and until >= coalesce(${since}::timestamptz, '-infinity')
      order by until limit 1) as former on true
    where person.id = any(${`{${ids.join()}}`}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

type Context = {
  /** Rules in force. */
  rules: readonly Pick<IndexedRule, 'rule'>[];
  recorded: Pick<RecordedKeySystem, 'profiles' | 'members'>;
  desired: Pick<DesiredKeySystem, 'members'>;
  /** References of people with changes made in the key system itself. */
  changedThere: ReadonlySet<string>;
  /** When the key system was last made equal; null: never. */
  since: Date | null;
};

/** Explains why the doors of a person change, most important reason first. */
export function peopleExplainer({ rules, recorded, desired, changedThere, since }: Context) {
  const names = new Map(rules.map(({ rule }) => [referenceStart(rule.id), rule.name]));
  const recordedNames = new Map(recorded.profiles.map(({ reference, name }) => [reference, nameOfRule(name)]));
  const ofRule = (reference: string) => names.get(referenceStart(reference));
  const onLosing = (profile: string, person: string): Sentence => {
    const rule = ofRule(profile);
    if (rule === undefined) return say('because.ruleEnded', { rule: recordedNames.get(profile) ?? profile });
    const isLeft = desired.members.get(profile)?.has(person);
    return isLeft ? say('because.ruleOpensLess', { rule }) : say('because.ruleNoLonger', { rule });
  };
  const onGaining = (profile: string, person: string): Sentence => {
    const rule = ofRule(profile) ?? profile;
    if (recorded.members.get(profile)?.has(person)) return say('because.ruleOpensMore', { rule });
    return recordedNames.has(profile) ? say('because.ruleReaches', { rule }) : say('because.ruleIsNew', { rule });
  };
  return (person: PersonNow | undefined, reference: string, { gained, lost, by }: DoorChange): Sentence[] => {
    if (!person?.active && gained.length === 0) return [leaving(person)];
    const reasons = [
      ...by.lost.map((profile) => onLosing(profile, reference)),
      ...by.gained.map((profile) => onGaining(profile, reference)),
    ];
    if (reasons.length === 0) reasons.push(say('because.otherHours'));
    if (lost.length > 0) reasons.push(say('because.noneOther'));
    if (changedThere.has(reference)) return [say('because.changedBehind'), ...reasons].slice(0, maxReasons);
    const happened = person ? whatHappened(person) : [];
    // A new, ended or edited rule is a reason itself; an unchanged rule applies because of another event, which comes first.
    const [ofRules, ofPeople] = [reasons.filter(isOfRule), reasons.filter((reason) => !isOfRule(reason))];
    return [...ofRules, ...happened, ...ofPeople].slice(0, maxReasons);

    function whatHappened(now: PersonNow): Sentence[] {
      const moved = movedOf(now);
      return moved.length > 0 || gained.length === 0 || lost.length > 0 ? moved : arriving(now, since);
    }
  };
}

/** Profiles are named after plan and rule. */
const nameOfRule = (profile: string): string => profile.split(' / ').slice(1).join(' / ') || profile;

const maxReasons = 6;

const changesOfRules: readonly string[] = [
  'because.ruleIsNew',
  'because.ruleEnded',
  'because.ruleOpensMore',
  'because.ruleOpensLess',
];
const isOfRule = ({ code }: Sentence): boolean => changesOfRules.includes(code);

const leaving = (person: PersonNow | undefined): Sentence =>
  person?.left_at ? say('because.left', { on: person.left_at.toISOString() }) : say('because.leftSomeday');

/** Department before and after; job title where that is all that differs. */
function movedOf({ was, department, job_title }: PersonNow): Sentence[] {
  if (!was?.active) return [];
  if (was.department !== department) return [moved(was.department, department)];
  return was.job_title === job_title ? [] : [moved(was.job_title, job_title)];
}

const moved = (from: string | null, to: string | null) => say('because.moved', { from: from ?? '–', to: to ?? '–' });

function arriving({ was, department, created_at }: PersonNow, since: Date | null): Sentence[] {
  if (was && !was.active) return [say('because.returned')];
  if (since === null || created_at < since) return [];
  return [department === null ? say('because.joinedSomewhere') : say('because.joined', { department })];
}
