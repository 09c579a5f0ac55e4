import {
  type Administrator,
  type AdministratorUpdate,
  type AdminRole,
  administratorList,
  administrators,
  adminRoles,
  type Input,
  invitations,
} from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { startActing } from '#lib/session';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { recordsQuery } from '../calls/records';

/** Enough for a choice of administrators; an installation has few. */
const maxAdministrators = 200;

/** Invitations are used elsewhere, while their inviter looks at the list; live updates say so sooner. */
export const registrationPollMs = 15_000;

export const administratorQuery = (id: string) => endpointQuery(administrators.get, ['one', id], { params: { id } });

/** Administrators for a choice, by name. */
export const administratorsQuery = recordsQuery(administratorList, {
  params: undefined,
  query: { sort: 'username', limit: maxAdministrators },
});

/** Some members of a role. */
export const roleMembersQuery = (role_id: string, limit: number) =>
  recordsQuery(administratorList, { params: undefined, query: { role_id, limit } });

/** How many sub-admins there are. */
export const subAdminCountQuery = recordsQuery(administratorList, {
  params: undefined,
  query: { role: 'subadmin', limit: 1 },
  everyMs: registrationPollMs,
});

type Changed = { administrator: Pick<Administrator, 'id' | 'version'>; changes: AdministratorUpdate };

/** Changes nothing after a concurrent change. */
export const useUpdateAdministrator = () =>
  useCall(
    administrators.change,
    ({ administrator: { id }, changes }: Changed) => ({ params: { id }, body: changes }),
    ({ administrator: { version } }: Changed) => ({ ifMatch: version }),
  );

export const useSuspend = () => useCall(administrators.suspend);
export const useResume = () => useCall(administrators.resume);
export const useEndSessions = () => useCall(administrators.endSessions);
export const useResetSecondFactors = () => useCall(administrators.resetSecondFactors);
export const useUnlinkSingleSignOn = () => useCall(administrators.unlinkSingleSignOn);
export const useSendPasswordReset = () => useCall(administrators.sendPasswordReset);

export const openWorkQuery = (id: string) =>
  endpointQuery(administrators.openWork, ['open-work', id], { params: { id } });
export const useHandOver = () => useCall(administrators.handOver);

export const useSetDeputy = () => useCall(administrators.setDeputy);
export const useRemoveDeputy = () => useCall(administrators.removeDeputy, (id: string) => ({ params: { id } }));

/** Shows the product as another administrator sees it, in this tab. */
export const useViewAs = () =>
  useMutation({
    mutationFn: async (input: Input<typeof administrators.view>) => startActing(await call(administrators.view, input)),
  });

export const useInvite = () => useCall(invitations.invite);
export const useResendInvitation = () => useCall(invitations.resend, (id: string) => ({ params: { id } }));
export const useRevokeInvitation = () => useCall(invitations.revoke, (id: string) => ({ params: { id } }));

export const adminRolesQuery = endpointQuery(adminRoles.list, ['roles'], {});
export const useCreateAdminRole = () => useCall(adminRoles.create);

type ChangedRole = { role: Pick<AdminRole, 'id' | 'version'>; changes: Input<typeof adminRoles.change>['body'] };

/** Changes nothing after a concurrent change. */
export const useUpdateAdminRole = () =>
  useCall(
    adminRoles.change,
    ({ role: { id }, changes }: ChangedRole) => ({ params: { id }, body: changes }),
    ({ role: { version } }: ChangedRole) => ({ ifMatch: version }),
  );

export const useRemoveAdminRole = () =>
  useCall(
    adminRoles.remove,
    ({ id }: Pick<AdminRole, 'id' | 'version'>) => ({ params: { id } }),
    ({ version }: Pick<AdminRole, 'id' | 'version'>) => ({ ifMatch: version }),
  );
