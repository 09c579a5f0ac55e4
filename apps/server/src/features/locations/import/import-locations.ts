import type { locations, Output, UploadedFile } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { factsOf } from '../manage';
import { holdTree } from '../queries';
import { type PlannedPlace, planImport } from './plan-import';
import { readRows } from './read-rows';

const problemsShown = 1_000;

type By = { deps: Deps; caller: Caller; language: Language };

/** Imports places from a file in one transaction, and lists the rows it rejects. @throws AppError validation_failed */
export async function importLocations(
  { deps, caller, language }: By,
  file: UploadedFile,
): Promise<Output<typeof locations.importCsv>> {
  const lines = await readRows(file);
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const places = await tx.selectFrom('location').selectAll().execute();
    const numbers = new Set(lines.flatMap(({ owner, deputy }) => [owner, deputy]));
    const people = await listByNumber(tx, [...numbers]);
    const given = { places: places.map((place) => ({ id: place.id, ...factsOf(place) })), people, newId: deps.newId };
    const { made, changed, unchanged, bad } = planImport(lines, given);
    for (const place of changed) await updatePlace(tx, place); // first: creating places checks the types above them
    await insertPlaces(tx, made);
    const counts = { made: made.length, changed: changed.length, unchanged, bad_total: bad.length };
    const details = { file: file.name, ...counts, places: [...made, ...changed].map(({ id, name }) => ({ id, name })) };
    await recordEvent(tx, caller, 'location.imported', { details });
    const shown = bad.slice(0, problemsShown);
    return { ...counts, bad: shown.map(({ line, message }) => ({ line, message: renderSentence(message, language) })) };
  });
}

async function listByNumber(tx: Tx, numbers: readonly string[]): Promise<Map<string, string[]>> {
  const people = await tx
    .selectFrom('person')
    .select(['id', 'employee_id'])
    .where('employee_id', '=', (q) => q.fn.any(q.val(numbers)))
    .where('active', '=', true)
    .execute();
  const groups = Map.groupBy(people, ({ employee_id }) => employee_id ?? '');
  return new Map([...groups].map(([number, group]) => [number, group.map(({ id }) => id)]));
}

async function insertPlaces(tx: Tx, made: readonly PlannedPlace[]): Promise<void> {
  await sql`
    insert into location (id, parent_id, parent_type, name, type, code, protection_class, owner_person_id,
      deputy_person_id, time_zone, notes)
    select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r(id uuid, parent_id uuid, parent_type text,
      name text, type text, code text, protection_class smallint, owner_person_id uuid, deputy_person_id uuid,
      time_zone text, notes text)`.execute(tx);
}

async function updatePlace(tx: Tx, { id, parent_type, ...facts }: PlannedPlace): Promise<void> {
  await tx
    .updateTable('location')
    .set({ ...facts, parent_type, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
