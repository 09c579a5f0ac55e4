import type { Me } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { findPause } from '#platform/backup/pause';
import type { Actor, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { presentAdmin } from './present';
import { getAdmin } from './service';

/** Own name; role and functions as this session or token has them, which can be less. @throws AppError unauthenticated */
export async function getMe(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { id, role, functions, acting, proof }: Actor,
): Promise<Me> {
  const pause = await findPause(db);
  const admin = {
    ...presentAdmin({ ...(await getAdmin({ db }, id)), role, functions: [...functions] }),
    ...(config.isDemo && { is_demo: true as const }),
    ...(pause && {
      restored_backup: { taken_at: pause.taken_at.toISOString(), restored_at: pause.restored_at.toISOString() },
    }),
  };
  if (!acting) return { ...admin, acting: null };
  const session = await db.selectFrom('session').select('ends_at').where('id', '=', proof.id).executeTakeFirst();
  if (!session) throw new AppError('unauthenticated', say('signIn.first'));
  return { ...admin, acting: { ...acting, ends_at: session.ends_at.toISOString() } };
}
