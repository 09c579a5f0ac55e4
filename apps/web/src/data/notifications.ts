import { type Input, notifications } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './calls/refetching';

/** What the signed-in super admin is mailed about, and how the last mails went. */
export const notificationsQuery = queryOptions({
  queryKey: keyOf(notifications.get),
  queryFn: ({ signal }) => call(notifications.get, {}, { signal }),
});

export const useSaveNotifications = () =>
  useMutation({ mutationFn: (body: Input<typeof notifications.save>['body']) => call(notifications.save, { body }) });

export const useSendTestMail = () => useMutation({ mutationFn: () => call(notifications.sendTestMail, {}) });
