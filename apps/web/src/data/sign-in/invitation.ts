import { invitations } from '@key2xs/contract';
import { call } from '#lib/calls/call';

/** What an invitation gives. @throws ApiError link_expired; ConnectionError */
export const checkInvitation = (token: string) => call(invitations.check, { body: { token } });
