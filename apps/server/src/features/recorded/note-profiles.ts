import type { DriftKind } from '@key2xs/contract';
import { type ProfileDrift, type ProfileRights, profileAsLeft, profileDrift } from '@key2xs/domain';
import type { Db, Tx } from '#platform/deps';
import type { ReadProfile } from './save-own';

type RecordedProfile = { reference: string; name: string; content: ProfileRights };

/** Our profiles as recorded, with doors and hours. */
export const listRecordedProfiles = async (db: Db, connectionId: string): Promise<RecordedProfile[]> => {
  const rows = await db
    .selectFrom('recorded_profile')
    .select(['own_reference as reference', 'name', 'content'])
    .$narrowType<{ reference: string; content: Record<string, unknown> }>()
    .where('connection_id', '=', connectionId)
    .where('own_reference', 'is not', null)
    .where('content', 'is not', null)
    .execute();
  return rows.map(({ content, ...row }) => ({ ...row, content: content as ProfileRights })); // as saved by saveOwn and recordWrites
};

type ProfileRead = {
  read: readonly ReadProfile[];
  /** Whether the unread profiles are gone: a full read would have listed them. */
  isGone: boolean;
  readAt: Date;
};

/** Adds differences of profiles. @param recorded as of before the read was saved */
export async function noteProfiles(
  tx: Tx,
  connectionId: string,
  recorded: readonly RecordedProfile[],
  { read, isGone, readAt }: ProfileRead,
): Promise<void> {
  const found = new Map(read.map((profile) => [profile.reference, profile]));
  const noted = Map.groupBy(
    await listProfileDrift(tx, connectionId),
    ({ profile_reference }) => profile_reference ?? '',
  );
  for (const { reference, name, content } of recorded) {
    const profile = found.get(reference);
    if (profile ? profileDrift(content, profile).length === 0 : !isGone) continue;
    const before = noted.get(reference) ?? [];
    const left = profileAsLeft(content, before as unknown as ProfileDrift[]); // as noted here
    const now = profile
      ? profileDrift(left, profile)
      : [{ kind: 'profile_deleted' as const, before: left, after: null }];
    await replaceNoted(tx, connectionId, { reference, name, now, before, readAt });
  }
  for (const [reference, [row]] of noted) {
    const profile = found.get(reference);
    if (row?.kind !== 'profile_deleted' || !profile) continue;
    const now = profileDrift(row.before as unknown as ProfileRights, profile); // as noted here
    await replaceNoted(tx, connectionId, { reference, name: row.profile_name, now, before: [row], readAt });
  }
}

const listProfileDrift = (db: Db, connectionId: string) =>
  db
    .selectFrom('recorded_drift')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('person_reference', 'is', null)
    .execute();

type Replacing = {
  reference: string;
  name: string;
  now: readonly { kind: DriftKind; before: object | null; after: object | null }[];
  before: readonly { kind: DriftKind; since: Date }[];
  readAt: Date;
};

/** After another change, accepted drift has to be decided again. A deleted profile has no other drift. */
async function replaceNoted(
  tx: Tx,
  connection_id: string,
  { reference, name, now, before, readAt }: Replacing,
): Promise<void> {
  const isDeleted = now.some(({ kind }) => kind === 'profile_deleted');
  await tx
    .deleteFrom('recorded_drift')
    .where('connection_id', '=', connection_id)
    .where('profile_reference', '=', reference)
    .$if(!isDeleted, (q) => q.where('person_reference', 'is', null))
    .execute();
  if (now.length === 0) return;
  const rows = now.map((one) => ({
    connection_id,
    kind: one.kind,
    profile_reference: reference,
    profile_name: name,
    before: one.before && JSON.stringify(one.before),
    after: one.after && JSON.stringify(one.after),
    since: before.find(({ kind }) => kind === one.kind)?.since ?? readAt,
  }));
  await tx.insertInto('recorded_drift').values(rows).execute();
}
