import type { Answer, suggestions } from '@key2xs/contract';
import type { Reader } from '#platform/visible-to';
import { findRun } from '../run-queries';

/** Plans to choose from; the present one with its figures after all edits. */
export async function listChoices({ db }: Reader, runId: string): Promise<Answer<typeof suggestions.choices>> {
  const run = await findRun(db, runId);
  const { figures, choices, status, phase } = run ?? {};
  const items = (choices ?? []).map((choice) => {
    if (!choice.is_present || !figures) return choice;
    const { rules, profiles, links, single, additions } = figures;
    return { ...choice, rules, profiles, links, single, additions };
  });
  const isRunning = status === 'waiting' || status === 'running';
  return { items, is_calculating: isRunning || phase === 'choosing' };
}
