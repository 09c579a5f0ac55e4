/** The fields whose values rules speak of by name. */
export type RenamedField = 'department' | 'job_title';

/** People who had one value and have another one now; '' stands for none. */
export type ValueFlow = { from: string; to: string; people: number };

/** Of one value: people who had it, those of them who have left, and people who are new and have it. */
export type ValueCount = { before: number; left: number; joined: number };

/** What a run does to the values of one field. */
export type FieldMoves = {
  field: RenamedField;
  flows: readonly ValueFlow[];
  values: ReadonlyMap<string, ValueCount>;
};

/** A value as a finding tells of it. */
export type ValueFigures = {
  value: string;
  people_before: number;
  /** Of those, still listed, whatever they have now. */
  still_listed: number;
  /** Of those, who keep it. */
  staying: number;
  /** Who have it now, new people among them. */
  people_after: number;
};

/** Looks up the figures of a value. */
export function figuresOf({ flows, values }: FieldMoves): (value: string) => ValueFigures {
  const [out, into] = [new Map<string, number>(), new Map<string, number>()];
  for (const { from, to, people } of flows) {
    out.set(from, (out.get(from) ?? 0) + people);
    into.set(to, (into.get(to) ?? 0) + people);
  }
  return (value) => {
    const { before = 0, left = 0, joined = 0 } = values.get(value) ?? {};
    const staying = Math.max(before - left - (out.get(value) ?? 0), 0);
    return {
      value,
      people_before: before,
      still_listed: before - left,
      staying,
      people_after: staying + (into.get(value) ?? 0) + joined,
    };
  };
}
