import { isDeepStrictEqual } from 'node:util';
import type { GeneratorFigures } from '@key2xs/contract';
import { type MinedFigures, type MiningSettings, planOf, type RightPlaces } from '@key2xs/domain';
import { hoursOfSuggestion } from '../hours-of-suggestion';
import { pack } from '../packing';
import { type RunData, rightsKeyOf } from '../suggestions/run-data';
import { type FiguresOfRow, figuresOf, minedOf, type SuggestionRow } from '../suggestions/suggestion-rows';

/** All suggestions of a run after an edit, best first. */
export type SettleOrder = {
  settings: MiningSettings;
  /** Before the edit. */
  figures: GeneratorFigures;
  rows: readonly SuggestionRow[];
};

export type SettledPlan = {
  figures: MinedFigures;
  /** Where every right ends, packed, and the key of that. */
  rights: Uint8Array;
  rightsKey: string;
  /** Of the suggestions of which figures differ from those of the rows. */
  changed: ReadonlyMap<string, SettledFigures>;
};

export type SettledFigures = FiguresOfRow & Pick<SuggestionRow, 'hours'>;

const nothing = {
  people: new Int32Array(0),
  cylinders: new Int32Array(0),
  suggestions: new Int32Array(0),
  shares: new Float32Array(0),
};
const findings = { outlier: nothing, missing: nothing, doubled: nothing, unused: nothing, never_both: nothing };

/** A plan with its rights as they are kept for the next edit. */
export type KeptPlan<Plan> = { plan: Plan; rights: RightPlaces };

/** The plan of the suggestions that are not rejected: what each explains, gives newly and risks, and where every right ends. */
export async function settlePlan(
  data: RunData,
  { settings, figures, rows }: SettleOrder,
): Promise<KeptPlan<SettledPlan>> {
  const { mining, rights: ends, proof } = data;
  const positions = [...rows.keys()].filter((position) => rows[position]?.decision !== 'rejected');
  const taken = positions.flatMap((position) => rows[position] ?? []);
  const before = { suggestions: [], rights: ends, proof, figures, findings };
  const suggested = taken.map((row) => minedOf(row, mining));
  const plan = planOf(mining, settings, suggested, before, { finds: false });
  const changed = new Map<string, SettledFigures>();
  plan.suggestions.forEach((mined, n) => {
    const row = taken[n];
    const now = { ...figuresOf(mined), hours: hoursOfSuggestion(data, mined) };
    if (row && !hasFigures(row, now)) changed.set(row.id, now);
  });
  const suggestions = plan.rights.suggestions.map((at) => positions[at] ?? -1);
  const rights = { ...plan.rights, suggestions };
  const packed = await pack(rights);
  return { plan: { figures: plan.figures, rights: packed, rightsKey: rightsKeyOf(packed), changed }, rights };
}

const hasFigures = (row: SuggestionRow, figures: SettledFigures): boolean =>
  (Object.keys(figures) as (keyof SettledFigures)[]).every((name) => isEqual(row[name], figures[name]));

function isEqual(one: unknown, other: unknown): boolean {
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other) === 0;
  return isDeepStrictEqual(one, other);
}
