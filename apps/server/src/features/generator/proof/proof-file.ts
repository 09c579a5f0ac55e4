import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { findRun } from '../run-queries';
import { readDecided } from '../suggestions/decided-cells';
import { listDoors } from '../suggestions/describe-suggestion';
import { readRunIds } from '../suggestions/run-data';
import { listSuggestionRows } from '../suggestions/suggestion-rows';
import { workOnRun } from '../thread/run-work';

/**
 * The plan of all suggestions that are not rejected, with the lower bound of its profiles, as `npm run verify-plan` reads it.
 * @param anonymous people and cylinders are shuffled numbers, and nothing has a name
 * @throws AppError as `workOnRun`
 */
export async function proofFile(
  { runner }: Pick<Deps, 'runner'>,
  reader: Reader,
  id: string,
  { anonymous, signal }: { anonymous: boolean; signal: AbortSignal },
): Promise<Buffer> {
  const { db } = reader;
  const rows = (await listSuggestionRows(db, id)).filter(({ decision }) => decision !== 'rejected');
  const order = {
    rows,
    decided: await readDecided(db, id),
    names: anonymous ? null : await namesOf(reader, id),
    warnings: await warningsOf(reader, id, anonymous),
  };
  const { buffer, byteOffset, byteLength } = await workOnRun({ runner, db }, 'prove', { id, order, signal });
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** What was left out or is not known; sentences may name a key system. */
async function warningsOf({ db, language }: Reader, runId: string, anonymous: boolean) {
  const { warnings = [] } = (await findRun(db, runId)) ?? {};
  return warnings.map(({ code, sentence }) => ({
    code,
    ...(!anonymous && { text: renderSentence(sentence, language) }),
  }));
}

/** By number of the file: a name with the id, so that each is different. */
async function namesOf(reader: Reader, runId: string): Promise<{ people: string[]; cylinders: string[] }> {
  const { people, cylinders } = await readRunIds(reader.db, runId);
  const rows = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name'])
    .where(sql<boolean>`id = any(${people}::uuid[])`)
    .execute();
  const names = new Map(rows.map(({ id, display_name }) => [id, display_name]));
  const doors = await listDoors(reader, cylinders);
  return {
    people: people.map((id) => (names.has(id) ? `${names.get(id)} (${id})` : id)),
    cylinders: cylinders.map((id) => (doors.has(id) ? `${doors.get(id)?.marking} (${id})` : id)),
  };
}
