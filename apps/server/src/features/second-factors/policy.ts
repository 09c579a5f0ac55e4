import type { SecondFactorRule, SignInPolicy } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { refuseOtherVersion } from '#platform/other-version';
import { isInForce } from '#platform/sign-in/rights';
import { hasSecondFactor } from './facts';

/** Before anybody has chosen. */
const usual = { second_factor: 'optional', version: 1 } as const;

const findPolicy = (db: Db) => db.selectFrom('sign_in_policy').select(['second_factor', 'version']).executeTakeFirst();

export async function getPolicy(db: Db, now: Date): Promise<SignInPolicy> {
  const { second_factor, version } = (await findPolicy(db)) ?? usual;
  const without = await db
    .selectFrom('admin')
    .select((q) => [
      q.fn.countAll<string>().as('everybody'),
      sql<string>`count(*) filter (where role = 'superadmin')`.as('super_admins'),
    ])
    .where(isInForce('admin', now))
    .where('is_service', '=', false)
    .where(sql<boolean>`not ${hasSecondFactor}`)
    .executeTakeFirstOrThrow();
  const { everybody, super_admins } = without;
  return {
    second_factor,
    version,
    without_second_factor: { everybody: Number(everybody), super_admins: Number(super_admins) },
  };
}

/** Ends no session: administrators without a second factor set one up at the next sign-in. @throws AppError version_conflict */
export async function savePolicy(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, expectedVersion }: { caller: Caller; expectedVersion: number | undefined },
  after: { second_factor: SecondFactorRule },
): Promise<SignInPolicy> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sign_in_policy')
      .values(usual)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { second_factor, version } = await tx
      .selectFrom('sign_in_policy')
      .select(['second_factor', 'version'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    refuseOtherVersion(version, expectedVersion, say('signIn.policyChanged'));
    await tx
      .updateTable('sign_in_policy')
      .set({ ...after, version: version + 1 })
      .execute();
    const details = { before: { second_factor }, after };
    await recordEvent(tx, caller, 'sign_in_policy.updated', { details });
    return getPolicy(tx, clock());
  });
}
