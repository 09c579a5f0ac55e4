import type { DeskWarning, Key } from '@key2xs/contract';
import { cylindersOf, listBits } from '@key2xs/domain';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import type { Recipient } from './recipients';

type Warning = Omit<DeskWarning, 'message'> & { message: Sentence };

/** What the desk should know before it gives these keys to a person. */
export async function findWarnings(
  deps: Pick<Deps, 'access'>,
  reader: Reader,
  { person, keys }: { person: Recipient; keys: readonly Key[] },
): Promise<Warning[]> {
  const { display_name: name, ends_on } = person;
  const warnings: Warning[] = [];
  const add = (code: Warning['code'], message: Sentence, more: Partial<Warning> = {}) =>
    warnings.push({ code, message, key_id: null, needs_reason: false, ...more });
  if (person.keys > 0) add('has_keys', say('keyDesk.warning.has_keys', { person: name, count: person.keys }));
  if (person.overdue > 0)
    add('has_overdue', say('keyDesk.warning.has_overdue', { person: name, count: person.overdue }));
  if (ends_on !== null) add('leaves_soon', say('keyDesk.warning.leaves_soon', { person: name, day: ends_on }));
  const systems = await systemsWithAccess(deps, reader, person.id);
  for (const [id, system] of new Map(keys.map((key) => [key.connection_id, key.connection_name]))) {
    if (systems.has(id)) continue;
    add('no_access', say('keyDesk.warning.no_access', { person: name, system }), { needs_reason: true });
  }
  for (const { id, marking, key_type } of keys) {
    if (!['dynamic', 'connect'].includes(key_type.toLowerCase())) continue;
    add('to_update', say('keyDesk.warning.to_update', { marking, person: name }), { key_id: id });
  }
  return warnings;
}

export const presentWarning = ({ message, ...warning }: Warning, language: Language): DeskWarning => ({
  ...warning,
  message: renderSentence(message, language),
});

/** @throws AppError validation_failed where one of them asks for a reason and there is none */
export function refuseWithoutReason(warnings: readonly Warning[], reason: string | undefined): void {
  const first = warnings.find(({ needs_reason }) => needs_reason);
  if (first && !reason) throw invalidField('reason', say('keyDesk.reasonNeeded', { warning: first.message }));
}

/** Key systems in which the plans in force give the person any door that the reader may see. */
async function systemsWithAccess({ access }: Pick<Deps, 'access'>, reader: Reader, id: string): Promise<Set<string>> {
  const { index } = await access.current(reader);
  const person = index.people.numberOf.get(id);
  const bits = person === undefined ? [] : listBits(cylindersOf(index, person));
  const cylinders = [...bits].map((number) => index.doors.ids[number]);
  if (cylinders.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct connection_id as id from ${doorsOf(reader)} where id = any(${cylinders}::uuid[])`.execute(
    reader.db,
  );
  return new Set(rows.map((row) => row.id));
}
