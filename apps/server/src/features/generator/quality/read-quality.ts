import type { Answer, suggestions } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { getKeyPlan } from '../../plans/service';
import { readNewcomers } from './read-newcomers';

type Quality = Answer<typeof suggestions.quality>;
type Night = Quality['items'][number];

const maxNights = 400;
/** Profiles above the lower bound that make a new run worth it, if they are also this share of it. */
const minGap = 5;
const minGapShare = 0.2;
/** As a share of all rights. */
const minCoverageLost = 0.1;

/** The figures of a plan, oldest first; none for a reader who sees only a part. @throws AppError not_found */
export async function readQuality(deps: Pick<Deps, 'access'>, reader: Reader, id: string): Promise<Quality> {
  const plan = await getKeyPlan(reader, id);
  if (reader.viewer.scope) return { items: [], advice: null, newcomers: null }; // its figures are of all people and doors
  const rows = await reader.db
    .selectFrom('plan_quality')
    .select(['at', 'profiles', 'links', 'rules', 'coverage', 'lower_bound'])
    .where('keyplan_id', '=', plan.id)
    .orderBy('at', 'desc')
    .limit(maxNights)
    .execute();
  const items = rows
    .map((row) => ({ ...row, at: row.at.toISOString(), gap: Math.max(0, row.profiles - row.lower_bound) }))
    .reverse();
  const advice = adviceFrom(items);
  const newcomers = await readNewcomers(deps, reader, plan);
  return { items, advice: advice && renderSentence(advice, reader.language), newcomers };
}

function adviceFrom(items: readonly Night[]): Sentence | null {
  const last = items.at(-1);
  if (!last) return null;
  if (last.gap >= minGap && last.gap >= last.lower_bound * minGapShare) {
    return say('suggestion.adviceGap', { count: last.gap, profiles: last.profiles });
  }
  const best = Math.max(...items.map(({ coverage }) => coverage));
  if (best - last.coverage < minCoverageLost) return null;
  const percent = (share: number) => Math.round(share * 100);
  return say('suggestion.adviceCoverage', { before: percent(best), now: percent(last.coverage) });
}
