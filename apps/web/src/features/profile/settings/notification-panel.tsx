import { type NotificationSettings, noticeKinds } from '@key2xs/contract';
import { languages } from '@key2xs/texts';
import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#data/auth';
import { notificationsQuery, useSaveNotifications, useSendTestMail } from '#data/notifications';
import { applyProblem } from '#lib/calls/apply-problem';
import { formatInstant } from '#lib/format';
import { languageNames } from '#lib/language-names';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** Where, and about what, the signed-in administrator is mailed. */
export function NotificationPanel() {
  const { t } = useTranslation('profile');
  const viewer = useViewer();
  return (
    <Panel title={t('notices.title')} padded>
      {viewer?.role === 'subadmin' ? <p>{t('notices.superAdminsOnly')}</p> : <Settings />}
    </Panel>
  );
}

function Settings() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('notices.loading')} />;
  return (
    <Stack gap="md" maw={560}>
      {!data.is_mail_configured && (
        <Notice tone="amber" title={t('notices.notConfigured')}>
          {t('notices.notConfiguredHint')}
        </Notice>
      )}
      {data.last_failure && <LastFailure failure={data.last_failure} />}
      <SettingsForm settings={data} />
      <TestMail isPossible={data.is_mail_configured && data.mail_address !== null} />
    </Stack>
  );
}

function LastFailure({ failure }: { failure: NonNullable<NotificationSettings['last_failure']> }) {
  const { t } = useTranslation('profile');
  const { message, at, is_tried_again } = failure;
  return (
    <Notice tone="amber" title={t('notices.failing')}>
      {t('notices.failingAt', { message, when: formatInstant(at) })}{' '}
      {t(is_tried_again ? 'notices.triedAgain' : 'notices.givenUp')}
    </Notice>
  );
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['profile', 'entry']);
  const toast = useToast();
  const save = useSaveNotifications();
  const { mail_address, language, notices } = settings;
  const form = useForm({ defaultValues: { mail_address: mail_address ?? '', language, notices } });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) =>
    save.mutate(
      { ...values, mail_address: values.mail_address.trim() || null },
      {
        onSuccess: () => toast.success(t('notices.saved')),
        onError: (error) => applyProblem(error, form),
      },
    ),
  );
  return (
    <Form submit={submit} failure={errors.root?.message} label={t('notices.title')}>
      <Stack gap="md">
        <TextInput
          type="email"
          autoComplete="email"
          label={t('notices.address')}
          description={t('notices.addressHint')}
          error={errors.mail_address?.message}
          {...form.register('mail_address')}
        />
        <Controller
          control={form.control}
          name="language"
          render={({ field: { value, onChange } }) => (
            <Select
              label={t('notices.language')}
              value={value}
              onChange={(chosen) => onChange(languages.find((one) => one === chosen) ?? value)}
              data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
              allowDeselect={false}
            />
          )}
        />
        <Controller
          control={form.control}
          name="notices"
          render={({ field: { value, onChange } }) => (
            <Checkbox.Group label={t('notices.about')} value={value} onChange={onChange}>
              <Stack gap="xs" mt="xs">
                {noticeKinds.map((kind) => (
                  <Checkbox key={kind} value={kind} label={t(`notices.kinds.${kind}`)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        />
        <FormActions submitLabel={t('entry:word.save')} isBusy={save.isPending} />
      </Stack>
    </Form>
  );
}

function TestMail({ isPossible }: { isPossible: boolean }) {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const send = useSendTestMail();
  const start = () =>
    send.mutate(undefined, {
      onSuccess: ({ is_sent, message }) => (is_sent ? toast.success(message) : toast.failure(message)),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <div>
      <Button variant="default" onClick={start} loading={send.isPending} disabled={!isPossible}>
        {t('notices.test')}
      </Button>
      <p className="mute">{t('notices.testHint')}</p>
    </div>
  );
}
