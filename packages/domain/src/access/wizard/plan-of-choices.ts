import { fitLine, type NamedSubject, type PlanWizardContent, type RuleObject } from '@key2xs/contract';

/** The choices of a wizard, without the settings of its plan. */
export type Choices = Pick<PlanWizardContent, 'rows' | 'columns' | 'times' | 'grants' | 'names'>;

type Row = Choices['rows'][number];
type Column = Choices['columns'][number];
type Time = Choices['times'][number];

/** A named set of doors shared by several rows. */
export type ProposedProfile = {
  key: string;
  name: string;
  /** Cylinders and groups. Places stay in the rules, so that doors added later are included. */
  columns: Column[];
  rows: Row[];
};

export type ProposedRule = {
  key: string;
  name: string;
  subject_match: 'any' | 'all';
  subjects: NamedSubject[];
  rows: Row[];
  /** Objects besides its profile. */
  columns: Column[];
  profile: ProposedProfile | undefined;
  /** Undefined for always. */
  time: Time | undefined;
};

export type ProposedPlan = { rules: ProposedRule[]; profiles: ProposedProfile[] };

const maxNameLength = 100;

/**
 * The rules and profiles that grant exactly the choices: rows with the same doors and times become one rule, a set of
 * cylinders and groups shared by several rows becomes one profile. A key is stable while the first row of its rule stays.
 */
export function planOfChoices(choices: Choices): ProposedPlan {
  const drafts = bundlesOf(choices);
  const named = new Map(choices.names.map(({ key, name }) => [key, name.trim()]));
  const takenProfiles = new Set<string>();
  const profiles = new Map<string, ProposedProfile>();
  for (const [set, sharing] of grouped(drafts, ({ columns }) => setOf(columns.filter(fitsProfile)))) {
    const [first] = sharing;
    const columns = first?.columns.filter(fitsProfile) ?? [];
    const rows = [...new Set(sharing.flatMap((draft) => draft.rows))];
    if (!first || columns.length < 2 || rows.length < 2) continue;
    const key = `profile ${first.key}`;
    const proposed = named.get(key) || columns.map(({ name }) => name).join(', ');
    profiles.set(set, { key, name: uniqueName(proposed, takenProfiles), columns, rows });
  }
  const takenRules = new Set<string>();
  const rules = drafts.map(({ key, rows, columns, time }): ProposedRule => {
    const profile = profiles.get(setOf(columns.filter(fitsProfile)));
    const proposed =
      named.get(`rule ${key}`) || [rows.map(nameOfRow).join(', '), time?.name].filter(Boolean).join(' – ');
    return {
      key: `rule ${key}`,
      name: uniqueName(proposed, takenRules),
      subject_match: rows.some(({ all_of }) => all_of.length > 1) ? 'all' : 'any',
      subjects: rows.flatMap(({ all_of }) => all_of),
      rows,
      columns: profile ? columns.filter((column) => !fitsProfile(column)) : columns,
      profile,
      time,
    };
  });
  return { rules, profiles: [...profiles.values()] };
}

/** The objects of a proposed rule, with the id of its profile. */
export const objectsOf = ({ columns, profile }: ProposedRule, idOf: (key: string) => string): RuleObject[] => [
  ...columns.map(({ object_type, object_identifier }) => ({ object_type, object_identifier })),
  ...(profile ? [{ object_type: 'access_profile' as const, object_identifier: idOf(profile.key) }] : []),
];

export const nameOfRow = ({ all_of }: Row): string => all_of.map(({ name }) => name).join(' · ');

type Bundle = { key: string; rows: Row[]; columns: Column[]; time: Time | undefined };

/** Merges rows with a single subject and the same doors and times; others stay separate. In the order of rows and times. */
function bundlesOf({ rows, columns, times, grants }: Choices): Bundle[] {
  const found = new Map<string, Bundle>();
  const ofRow = grouped(grants, ({ row }) => row);
  for (const row of rows) {
    const ofTime = grouped(ofRow.get(row.id) ?? [], ({ time }) => time);
    for (const time of [undefined, ...times]) {
      const opened = new Set(ofTime.get(time?.id ?? null)?.map(({ column }) => column));
      const bundle = columns.filter(({ id }) => opened.has(id));
      if (bundle.length === 0) continue;
      const alone = row.all_of.length > 1 ? row.id : '';
      const like = `${time?.id ?? ''}/${alone}/${setOf(bundle)}`;
      const known = found.get(like);
      if (known) known.rows.push(row);
      else found.set(like, { key: `${row.id} ${time?.id ?? ''}`.trim(), rows: [row], columns: bundle, time });
    }
  }
  return [...found.values()];
}

const fitsProfile = ({ object_type }: Column): boolean => object_type !== 'location';
const setOf = (columns: readonly Column[]): string =>
  columns
    .map(({ id }) => id)
    .sort()
    .join(' ');

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** The name, numbered if it is taken, regardless of case. */
function uniqueName(proposed: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const number = count === 1 ? '' : ` (${count})`;
    const name = fitLine(proposed, maxNameLength - number.length) + number;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
