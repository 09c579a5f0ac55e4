import { auth, type Endpoint, type Input, isClosedToViews, isOpenTo, type Me, type Viewer } from '@key2xs/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { i18n } from '#lib/i18n';
import { session } from '#lib/session';
import { endpointQuery } from './calls/endpoint-calls';

/** The signed-in user; unchanged until the next sign-in. */
export const meQuery = queryOptions({ ...endpointQuery(auth.me, [], {}), staleTime: Number.POSITIVE_INFINITY });

/** The signed-in user; undefined while loading. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** Their rights; undefined while loading. */
export const useViewer = (): Viewer | undefined => useMe();

/** Whether this session sees what another administrator sees, and changes nothing. */
export const useIsView = (): boolean => useMe()?.acting?.as === 'view';

/** Whether this session may call all of these endpoints. Screens hide actions that would be refused. */
export function useMay(...endpoints: readonly Endpoint[]): boolean {
  const me = useMe();
  if (!me) return false;
  const isView = me.acting?.as === 'view';
  return endpoints.every((endpoint) => isOpenTo(endpoint, me) && !(isView && isClosedToViews(endpoint)));
}

/** Requests a session and stores it. @throws ApiError with the server's reason; ConnectionError */
export async function signIn(username: string, password: string): Promise<void> {
  const unknownError = i18n.t('login.failed');
  const granted = await call(auth.login, { body: { username, password, grant_type: 'password' } }, { unknownError });
  session.signIn(granted, username);
}

/** Asks for a mail with a link to set a new password. @throws ApiError too_many_attempts, overloaded; ConnectionError */
export const requestPasswordLink = (username: string) => call(auth.forgotPassword, { body: { username } });

/** Sets a new password with the token of a one-time link. @throws ApiError with the server's reason; ConnectionError */
export const resetPassword = (body: Input<typeof auth.resetPassword>['body']) => call(auth.resetPassword, { body });

/** Ends every session of the caller, this one too. @throws ApiError with the server's reason; ConnectionError */
export const changePassword = (body: Input<typeof auth.changePassword>['body']) => call(auth.changePassword, { body });

/** Creates the account of an invitation. @throws ApiError with the server's reason; ConnectionError */
export const register = (body: Input<typeof auth.register>['body']) => call(auth.register, { body });

/** Always ends the session here, and on the server if it can be reached. */
export function useLogout() {
  return useMutation({
    mutationFn: async () => {
      if (session.phase() === 'signed-in') await call(auth.logout, {});
    },
    onSettled: () => session.signOut(),
    retry: false,
  });
}

export const refreshSession = () => call(auth.refresh, {});
