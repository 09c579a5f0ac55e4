/** A weekly window by the clock of the locking system, as a key holds it. */
export type KeyWindow = { days: number[]; from: string; to: string };

/** When a key works. Instants as ISO-8601. */
export type TimesOfKey = {
  validity: 'always' | 'never' | 'between';
  /** Between two moments: from this one on, and no longer at the other. */
  valid_from: string | null;
  valid_until: string | null;
  /** Null: it needs no updates. */
  revalidation_minutes: number | null;
  /** Empty: at any time. */
  schedule: KeyWindow[];
};

/** Some of them; what is missing stays as it is. */
export type TimesChange = { [K in keyof TimesOfKey]?: TimesOfKey[K] | undefined };

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** What is decisive for the moment at which a key stops working. */
export type TimesEnd = { at: string; by: 'validity' | 'revalidation' };

/**
 * When a key that holds these times since its last update stops working by itself, whichever comes first. Null: it does not, or it never
 * works, or it is not known when it was updated last.
 */
export function endOfTimes(
  { validity, valid_until, revalidation_minutes }: TimesOfKey,
  lastUpdate: string | null,
): TimesEnd | null {
  if (validity === 'never') return null;
  const ends: TimesEnd[] = [];
  if (validity === 'between' && valid_until !== null) ends.push({ at: valid_until, by: 'validity' });
  if (revalidation_minutes !== null && lastUpdate !== null) {
    const at = new Date(Date.parse(lastUpdate) + revalidation_minutes * minuteMs).toISOString();
    ends.push({ at, by: 'revalidation' });
  }
  return ends.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))[0] ?? null;
}

export const timesStates = ['ok', 'due_soon', 'lapsed', 'not_yet_valid', 'expired', 'never', 'not_known'] as const;
export type TimesState = (typeof timesStates)[number];

type Held = {
  /** Null: not known. */
  times: TimesOfKey | null;
  /** Whether the key surely holds these times. */
  isSure: boolean;
  lastUpdate: string | null;
};

/**
 * How a key stands at a moment, by the times that it holds. What is certain is returned; all else is undefined. Without a known
 * last update an interval may have lapsed long ago.
 */
export function stateOfTimes({ times, isSure, lastUpdate }: Held, now: Date, soonDays: number): TimesState {
  if (times === null || !isSure) return 'not_known';
  const { validity, valid_from, valid_until, revalidation_minutes } = times;
  if (validity === 'never') return 'never';
  const at = now.getTime();
  if (validity === 'between') {
    if (valid_until !== null && at >= Date.parse(valid_until)) return 'expired';
    if (valid_from !== null && at < Date.parse(valid_from)) return 'not_yet_valid';
  }
  if (revalidation_minutes !== null && lastUpdate === null) return 'not_known';
  const end = endOfTimes(times, lastUpdate);
  if (end === null) return 'ok';
  const left = Date.parse(end.at) - at;
  if (left <= 0) return 'lapsed';
  return left <= soonDays * dayMs ? 'due_soon' : 'ok';
}

const intervalLimits = { min: 1, max: 525_600 } as const;
const maxKeyWindows = 20;

export type TimesProblem =
  | 'between_needs_both'
  | 'from_after_until'
  | 'interval_out_of_range'
  | 'window_without_time'
  | 'windows_overlap'
  | 'too_many_windows';

/** What is wrong with times as a key would hold them; undefined: nothing. */
export function findTimesProblem(times: TimesOfKey): TimesProblem | undefined {
  const { validity, valid_from, valid_until, revalidation_minutes, schedule } = times;
  if (validity === 'between') {
    if (valid_from === null || valid_until === null) return 'between_needs_both';
    if (Date.parse(valid_from) >= Date.parse(valid_until)) return 'from_after_until';
  }
  if (
    revalidation_minutes !== null &&
    (revalidation_minutes < intervalLimits.min || revalidation_minutes > intervalLimits.max)
  )
    return 'interval_out_of_range';
  if (schedule.length > maxKeyWindows) return 'too_many_windows';
  return findWindowProblem(schedule);
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const dayMinutes = 1_440;
const weekMinutes = 7 * dayMinutes;

/** Equal hours mean the whole day; an end before the start passes midnight, and Sunday's end runs into Monday. */
function findWindowProblem(schedule: readonly KeyWindow[]): TimesProblem | undefined {
  const spans: [number, number][] = [];
  for (const { days, from, to } of schedule) {
    if (days.length === 0 || (from === '24:00' && to === '24:00')) return 'window_without_time';
    const [start, end] = from === to ? [0, dayMinutes] : [minuteOf(from), minuteOf(to)];
    const length = end > start ? end - start : end - start + dayMinutes;
    for (const day of new Set(days)) {
      const at = (day - 1) * dayMinutes + start;
      spans.push([at, Math.min(at + length, weekMinutes)]);
      if (at + length > weekMinutes) spans.push([0, at + length - weekMinutes]);
    }
  }
  spans.sort(([one], [other]) => one - other);
  const overlap = spans.some(([start], index) => start < (spans[index - 1]?.[1] ?? 0));
  return overlap ? 'windows_overlap' : undefined;
}

/**
 * What a key is to hold after a change; null where that is not known because it is not known what it holds. A key that shall never work
 * needs no more than that.
 */
export function changeTimes(before: TimesOfKey | null, change: TimesChange): TimesOfKey | null {
  const { validity, valid_from, valid_until, revalidation_minutes, schedule } = change;
  const mode = validity ?? before?.validity;
  if (mode === undefined) return null;
  const isComplete =
    before !== null || mode === 'never' || (revalidation_minutes !== undefined && schedule !== undefined);
  if (!isComplete) return null;
  const isBetween = mode === 'between';
  return {
    validity: mode,
    valid_from: isBetween ? instantOf(valid_from === undefined ? before?.valid_from : valid_from) : null,
    valid_until: isBetween ? instantOf(valid_until === undefined ? before?.valid_until : valid_until) : null,
    revalidation_minutes:
      revalidation_minutes === undefined ? (before?.revalidation_minutes ?? null) : revalidation_minutes,
    schedule: tidyWindows(schedule ?? before?.schedule ?? []),
  };
}

const instantOf = (instant: string | null | undefined) => (instant ? new Date(instant).toISOString() : null);

/** In one order, so that equal schedules are equal texts. */
const tidyWindows = (windows: readonly KeyWindow[]): KeyWindow[] =>
  windows
    .map(({ days, from, to }) => ({ days: [...new Set(days)].sort((one, other) => one - other), from, to }))
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'));
const keyOf = ({ days, from, to }: KeyWindow) => `${days.join()} ${from} ${to}`;

export const isSameTimes = (one: TimesOfKey | null, other: TimesOfKey | null): boolean =>
  one === other || (one !== null && other !== null && textOf(one) === textOf(other));
const textOf = (times: TimesOfKey) => JSON.stringify(changeTimes(times, {}));

/** Who holds a key, as far as a policy tells people apart. Keys without a holder count as those of employees. */
export const personKinds = ['employee', 'external'] as const;
export type PersonKind = (typeof personKinds)[number];

/** The longest interval for doors of a protection class (0: of none) and a kind of person. Null: no limit. */
export type IntervalRule = {
  person_kind: PersonKind;
  protection_class: number;
  max_minutes: number | null;
};

/** Who a person is by the type that their source tells of them. */
export function kindOfPerson(employeeType: string | null, externalTypes: readonly string[]): PersonKind {
  const fold = (text: string) => text.trim().toLocaleLowerCase('en');
  const folded = employeeType === null ? '' : fold(employeeType);
  return folded !== '' && externalTypes.some((one) => fold(one) === folded) ? 'external' : 'employee';
}

export const ruleFor = (
  rules: readonly IntervalRule[],
  of: Pick<IntervalRule, 'person_kind' | 'protection_class'>,
): IntervalRule | undefined =>
  rules.find(
    ({ person_kind, protection_class }) => person_kind === of.person_kind && protection_class === of.protection_class,
  );

export type PolicyBreach = 'interval_too_long' | 'interval_missing' | 'end_missing';

/** How times are outside the policy; undefined: they are not. A key that never works cannot be. */
export function findBreach(
  { validity, revalidation_minutes }: TimesOfKey,
  { max_minutes, isExternal, needsEnd }: { max_minutes: number | null; isExternal: boolean; needsEnd: boolean },
): PolicyBreach | undefined {
  if (validity === 'never') return undefined;
  if (isExternal && needsEnd && validity !== 'between') return 'end_missing';
  if (max_minutes === null) return undefined;
  if (revalidation_minutes === null) return 'interval_missing';
  return revalidation_minutes > max_minutes ? 'interval_too_long' : undefined;
}
