import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { Account } from './account';

export type Identity = Selectable<Schema['single_sign_on_identity']>;

/** By issuer and subject, never by name or mail address. Holds it until the transaction ends. */
export const findIdentity = (tx: Tx, { issuer, subject }: Account): Promise<Identity | undefined> =>
  tx
    .selectFrom('single_sign_on_identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();

export const listIdentities = (db: Db, adminId: string): Promise<Identity[]> =>
  db.selectFrom('single_sign_on_identity').selectAll().where('admin_id', '=', adminId).orderBy('linked_at').execute();

export const isLinkedWith = async (db: Db, adminId: string, issuer: string): Promise<boolean> =>
  (await listIdentities(db, adminId)).some((identity) => identity.issuer === issuer);

export const insertIdentity = (tx: Tx, row: Insertable<Schema['single_sign_on_identity']>): Promise<Identity> =>
  tx.insertInto('single_sign_on_identity').values(row).returningAll().executeTakeFirstOrThrow();

export async function markUsed(tx: Tx, id: string, used: { account: string; last_used_at: Date }): Promise<void> {
  await tx.updateTable('single_sign_on_identity').set(used).where('id', '=', id).execute();
}

export async function markMadeSuperAdmin(tx: Tx, id: string, made_super_admin: boolean): Promise<void> {
  await tx.updateTable('single_sign_on_identity').set({ made_super_admin }).where('id', '=', id).execute();
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('single_sign_on_identity').where('id', '=', id).execute();
}
