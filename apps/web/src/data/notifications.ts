import { type Input, type MailText, mailTextSettings, notifications } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

/** What the signed-in administrator is mailed about, and how the last mails went. */
export const notificationsQuery = queryOptions({
  queryKey: keyOf(notifications.get),
  queryFn: ({ signal }) => call(notifications.get, {}, { signal }),
});

export const useSaveNotifications = () =>
  useMutation({ mutationFn: (body: Input<typeof notifications.save>['body']) => call(notifications.save, { body }) });

export const useSendTestMail = () => useMutation({ mutationFn: () => call(notifications.sendTestMail, {}) });

/** The wording of mails, and what the product says. */
export const mailTextsQuery = endpointQuery(mailTextSettings.list, ['mail-texts'], {});

type Which = Pick<MailText, 'kind' | 'language'>;

export const useSaveMailText = () =>
  useCall(mailTextSettings.save, ({ kind, language, ...body }: Which & Pick<MailText, 'subject' | 'text'>) => ({
    params: { kind, language },
    body,
  }));
export const useResetMailText = () =>
  useCall(mailTextSettings.reset, ({ kind, language }: Which) => ({ params: { kind, language } }));
