import type { KeySystemPerson, KeySystemProfile, WeeklyWindow } from './key-system-state';

/** Old and new values of the fields that differ; `before` is null for a new record. */
type RecordDiff = { before: Record<string, unknown> | null; after: Record<string, unknown> };

/**
 * What a write would change in a person; undefined for nothing. A write also activates. Empty and missing text are
 * equal: key systems store either.
 */
export function diffPerson(
  old: (KeySystemPerson & { active: boolean }) | undefined,
  person: KeySystemPerson,
): RecordDiff | undefined {
  return diffRecords(old && { ...comparedPerson(old), active: old.active }, {
    ...comparedPerson(person),
    active: true,
  });
}

/** What a write would change in a profile; undefined for nothing. The order of doors and windows does not matter. */
export function diffProfile(old: KeySystemProfile | undefined, profile: KeySystemProfile): RecordDiff | undefined {
  return diffRecords(old && comparedProfile(old), comparedProfile(profile));
}

export function hasDoors({ cylinders, cylinder_groups }: KeySystemProfile): boolean {
  return cylinders.length > 0 || cylinder_groups.length > 0;
}

function comparedPerson({ first_name, surname, email, employee_id }: KeySystemPerson) {
  return { first_name, surname, email: email || null, employee_id: employee_id || null };
}

function comparedProfile({ name, description, cylinders, cylinder_groups, schedule }: KeySystemProfile) {
  return {
    name,
    description,
    cylinders: [...new Set(cylinders)].sort(),
    cylinder_groups: [...new Set(cylinder_groups)].sort(),
    schedule: comparedSchedule(schedule),
  };
}

function comparedSchedule(schedule: readonly WeeklyWindow[]): WeeklyWindow[] {
  const windows = schedule.map(({ days, from, to }) => {
    const window = { days: [...new Set(days)].sort(), from, to };
    return { window, key: JSON.stringify(window) };
  });
  const distinct = new Map(windows.map(({ key, window }) => [key, window]));
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, window]) => window);
}

/** Both sides need the same fields, normalised so that equal values serialise equally. */
function diffRecords(old: Record<string, unknown> | undefined, next: Record<string, unknown>): RecordDiff | undefined {
  if (!old) return { before: null, after: next };
  const changed = Object.keys(next).filter((field) => JSON.stringify(old[field]) !== JSON.stringify(next[field]));
  if (changed.length === 0) return undefined;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return { before: pick(old), after: pick(next) };
}
