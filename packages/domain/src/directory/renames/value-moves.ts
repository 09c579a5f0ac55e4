/** The fields whose values rules name. */
export type RenamedField = 'department' | 'job_title';

/** People who changed from one value to another; '' for none. */
export type ValueFlow = { from: string; to: string; people: number };

/** Of one value: people who had it, those of them who left, and joiners who have it. */
export type ValueCount = { before: number; left: number; joined: number };

/** How a run changes the values of one field. */
export type FieldMoves = {
  field: RenamedField;
  flows: readonly ValueFlow[];
  values: ReadonlyMap<string, ValueCount>;
};

/** The figures of a value in a finding. */
export type ValueFigures = {
  value: string;
  people_before: number;
  /** Those of them who are still listed, with whatever value. */
  still_listed: number;
  /** Those of them who keep the value. */
  staying: number;
  /** People who have it now, including joiners. */
  people_after: number;
};

/** Returns a look-up of the figures of a value. */
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
