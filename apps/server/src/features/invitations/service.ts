import type { Db } from '#platform/deps';
import { findOpen } from './queries';

export { moveInvitationScopes } from './move-scopes';
export { markRegistered } from './queries';
export { type Taken, takeInvitation } from './take';

export const isInvitationOpen = async (db: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  (await findOpen(db, tokenHash, now)) !== undefined;
