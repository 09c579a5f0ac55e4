import type { KeyRequestRules, keyRequestRules } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

export type StoredRules = Pick<
  KeyRequestRules,
  'rules' | 'step_hours' | 'pick_up_days' | 'asks_by_mail' | 'version'
> & {
  absences: Omit<KeyRequestRules['absences'][number], 'person_name' | 'deputy_name'>[];
};

/** Until someone writes others: the manager and, where doors are well protected, the owner of the place agree. */
const usual: StoredRules = {
  rules: [
    { kinds: ['return'], min_class: null, min_days: null, steps: [], max_days: null },
    { kinds: [], min_class: 3, min_days: null, steps: ['manager', 'owner', 'security'], max_days: null },
    { kinds: [], min_class: null, min_days: null, steps: ['manager', 'security'], max_days: null },
  ],
  step_hours: 72,
  pick_up_days: 14,
  asks_by_mail: false,
  absences: [],
  version: 1,
};

export async function findRules(db: Db): Promise<StoredRules> {
  const row = await db
    .selectFrom('key_request_rules')
    .select(['rules', 'step_hours', 'pick_up_days', 'asks_by_mail', 'absences', 'version'])
    .executeTakeFirst();
  return row ?? usual;
}

/** With the names of people that the reader may see. */
export async function readRules(reader: Reader): Promise<KeyRequestRules> {
  const stored = await findRules(reader.db);
  const ids = stored.absences.flatMap(({ person_id, deputy_id }) => [person_id, deputy_id]);
  const people =
    ids.length === 0
      ? []
      : await reader.db.selectFrom(peopleOf(reader)).select(['id', 'display_name']).where('id', 'in', ids).execute();
  const nameOf = new Map(people.map(({ id, display_name }) => [id, display_name]));
  const absences = stored.absences.flatMap((absence) => {
    const [person_name, deputy_name] = [nameOf.get(absence.person_id), nameOf.get(absence.deputy_id)];
    return person_name !== undefined && deputy_name !== undefined ? [{ ...absence, person_name, deputy_name }] : [];
  });
  return { ...stored, absences };
}

type Saving = { deps: Deps; caller: Caller; expectedVersion: number | undefined };

/** @throws AppError version_conflict; validation_failed where someone stands in for themselves, is not there, or a time ends before it begins */
export function saveRules(
  { deps, caller, expectedVersion }: Saving,
  body: z.infer<typeof keyRequestRules.save.body>,
): Promise<KeyRequestRules> {
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const before = await tx.selectFrom('key_request_rules').selectAll().forUpdate().executeTakeFirst();
    refuseOtherVersion(before?.version ?? usual.version, expectedVersion, say('keyRequest.rulesChanged'));
    for (const [at, { person_id, deputy_id, from, until }] of body.absences.entries()) {
      if (person_id === deputy_id) throw invalidField(`absences.${at}.deputy_id`, say('keyRequest.ownDeputy'));
      if (Date.parse(until) <= Date.parse(from))
        throw invalidField(`absences.${at}.until`, say('keyRequest.endsBefore'));
    }
    const values = {
      rules: JSON.stringify(body.rules),
      step_hours: body.step_hours,
      pick_up_days: body.pick_up_days,
      asks_by_mail: body.asks_by_mail,
      absences: JSON.stringify(body.absences),
      version: (before?.version ?? usual.version) + 1,
    };
    await tx
      .insertInto('key_request_rules')
      .values(values)
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
      .execute();
    const saved = await readRules(reader);
    if (saved.absences.length !== body.absences.length) throw invalidField('absences', say('notFound.person'));
    await recordEvent(tx, caller, 'key_request_rules.saved', {
      details: { before: before ? { ...before, only_row: undefined } : null, after: body },
    });
    return saved;
  });
}
