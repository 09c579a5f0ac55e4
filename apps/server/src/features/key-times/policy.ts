import type { KeyTimesPolicy, KeyTimesPolicyState } from '@key2xs/contract';
import { findBreach } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asProduct, type Reader, sees } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { limitsOfKeys } from './key-classes';

/** Until someone decides otherwise: no limits. */
const usual: KeyTimesPolicy = {
  time_zone: 'UTC',
  external_types: [],
  external_needs_end: true,
  rules: [],
  soon_days: 7,
  reminders: {
    holder: { is_on: false, days: [7, 2] },
    manager: { is_on: false, days: [2] },
    security: { is_on: false, days: [2], mail_address: null },
    returns: { is_on: false, holder: [-7, 0, 3], manager: [7], security: [14] },
    language: 'en',
    quiet: { from: '20:00', to: '07:00' },
  },
  extension_max_hours: 72,
};

/** Version 0: no one has decided anything. */
export async function readPolicy(db: Db): Promise<KeyTimesPolicy & { version: number }> {
  const row = await db.selectFrom('key_times_policy').select(['policy', 'version']).executeTakeFirst();
  // What was saved before there were reminders of returns holds none.
  const reminders = { ...usual.reminders, ...row?.policy.reminders };
  return { ...usual, ...row?.policy, reminders, version: row?.version ?? 0 };
}

/** @throws AppError not_found for who may not see it */
export async function getPolicy({ mailer }: Pick<Deps, 'mailer'>, reader: Reader): Promise<KeyTimesPolicyState> {
  if (!sees(reader.viewer, 'key_times')) throw notFound('key_times_policy');
  const policy = await readPolicy(reader.db);
  const { rows } = await sql<{ employee_type: string }>`
    select employee_type from ${peopleOf(reader)} where employee_type is not null and btrim(employee_type) <> ''
    group by 1 order by count(*) desc, 1 limit 50`.execute(reader.db);
  return {
    ...policy,
    is_mail_configured: mailer !== undefined,
    outside: (await listOutside(reader, policy)).length,
    employee_types: rows.map(({ employee_type }) => employee_type),
  };
}

/** The ids of keys whose recorded times are outside the policy. */
export async function listOutside(reader: Reader, policy: KeyTimesPolicy): Promise<string[]> {
  const isAnythingAsked =
    policy.rules.some(({ max_minutes }) => max_minutes !== null) ||
    (policy.external_needs_end && policy.external_types.length > 0);
  if (!isAnythingAsked) return [];
  const limits = await limitsOfKeys(reader, policy);
  const { rows } = await sql<{
    id: string;
    validity: 'always' | 'never' | 'between';
    revalidation_minutes: number | null;
  }>`
    select id, validity, revalidation_minutes from ${keysOf(reader)}
    where deleted_at is null and validity is not null`.execute(reader.db);
  return rows.flatMap(({ id, validity, revalidation_minutes }) => {
    const limit = limits.get(id);
    if (!limit) return [];
    const times = { validity, revalidation_minutes, valid_from: null, valid_until: null, schedule: [] };
    const rule = {
      max_minutes: limit.max_minutes,
      isExternal: limit.kind === 'external',
      needsEnd: policy.external_needs_end,
    };
    return findBreach(times, rule) ? [id] : [];
  });
}

type Saving = { deps: Deps; caller: Caller; expectedVersion: number | undefined };

/** @throws AppError validation_failed, version_conflict */
export async function savePolicy(
  { deps, caller, expectedVersion }: Saving,
  policy: KeyTimesPolicy,
): Promise<KeyTimesPolicyState> {
  refuseContradiction(policy);
  await deps.db.transaction().execute(async (tx) => {
    const first = { policy: JSON.stringify(usual), version: 0 };
    await tx
      .insertInto('key_times_policy')
      .values(first)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`select from key_times_policy for update`.execute(tx);
    const { version, ...before } = await readPolicy(tx);
    refuseOtherVersion(version, expectedVersion, say('keyTimes.policy.changed'));
    await tx
      .updateTable('key_times_policy')
      .set({ policy: JSON.stringify(policy), version: version + 1 })
      .execute();
    await recordEvent(tx, caller, 'key_times_policy.updated', { details: { before, after: policy } });
  });
  return getPolicy(deps, asProduct(deps.db));
}

function refuseContradiction({ rules }: KeyTimesPolicy): void {
  const names = rules.map(({ person_kind, protection_class }) => `${person_kind} ${protection_class}`);
  if (new Set(names).size < names.length) throw invalidField('rules', say('keyTimes.policy.ruleTwice'));
}
