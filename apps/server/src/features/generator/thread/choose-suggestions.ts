import { type MinedFigures, type MinedSuggestion, type MiningSettings, planOfAll } from '@key2xs/domain';
import { notFound } from '#platform/errors';
import type { ChoicePlans } from '../choices/work-out-choices';
import { jsonOrNull, pack, unpack } from '../packing';
import { recordedProfilesOf } from '../recorded-profiles';
import { SuggestionRows, uuidOf } from '../suggestion-row';
import { type RunData, rightsKeyOf } from '../suggestions/run-data';
import { minedOf, type SuggestionRow } from '../suggestions/suggestion-rows';
import type { KeptPlan } from './settle-plan';

/** A plan to choose from, in place of the suggestions of a run. */
export type ChooseOrder = {
  settings: MiningSettings;
  choice_id: string;
  /** The suggestions of all plans to choose from, packed. */
  plans: Uint8Array;
  /** The suggestions of the run as they are now. */
  rows: readonly SuggestionRow[];
};

export type ChosenPlan = {
  figures: MinedFigures;
  /** Where every right ends, packed, and the key of that. */
  rights: Uint8Array;
  rightsKey: string;
  /** Best first. */
  rows: (ReturnType<SuggestionRows['rowOf']> & { recorded_profile: string | null })[];
};

/** What was rejected is left out, and what was pinned comes first, as in a run. @throws AppError not_found */
export async function chooseSuggestions(
  data: RunData,
  { settings, choice_id, plans, rows: before }: ChooseOrder,
): Promise<KeptPlan<ChosenPlan>> {
  const suggested = (await unpack<ChoicePlans>(plans))[choice_id];
  if (!suggested) throw notFound('generator_run');
  const plan = planOfAll(data.mining, settings, withPinned(data, suggested, before), { proof: data.proof });
  const rows = new SuggestionRows(data, new Map(before.map((row) => [row.id, row])));
  const recorded = recordedProfilesOf(data, plan.suggestions);
  const packed = await pack(plan.rights);
  return {
    plan: {
      figures: plan.figures,
      rights: packed,
      rightsKey: rightsKeyOf(packed),
      rows: plan.suggestions.map((mined) => ({
        ...rows.rowOf(mined),
        recorded_profile: jsonOrNull(recorded.get(mined.id)),
      })),
    },
    rights: plan.rights,
  };
}

function withPinned(
  { mining }: RunData,
  suggested: readonly MinedSuggestion[],
  before: readonly SuggestionRow[],
): MinedSuggestion[] {
  const pinned = before.filter((row) => row.pinned && row.decision !== 'rejected').map((row) => minedOf(row, mining));
  const rejected = before.filter(({ decision }) => decision === 'rejected');
  const left = new Set([...pinned, ...rejected].map(({ id }) => id));
  return [...pinned, ...suggested.filter(({ id }) => !left.has(uuidOf(id)))];
}
