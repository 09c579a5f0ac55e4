import {
  type NoticeKind,
  type NotificationSettings,
  noticeFunctions,
  noticeKinds,
  type Viewer,
} from '@key2xs/contract';
import { languages } from '@key2xs/texts';
import { Button, Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#data/auth';
import { notificationsQuery, useSaveNotifications, useSendTestMail } from '#data/notifications';
import { applyProblem } from '#lib/calls/apply-problem';
import { formatInstant } from '#lib/format';
import { languageNames } from '#lib/words/language-names';
import { Form, FormActions } from '#ui/form';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';
import { NoticeTimesFields, timesOf } from './notice-times';

/** Where, and about what, the signed-in administrator is mailed. */
export function NotificationPanel() {
  const { t } = useTranslation('profile');
  return (
    <Panel title={t('notices.title')} padded>
      <Settings />
    </Panel>
  );
}

function Settings() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('notices.loading')} />;
  return (
    <Stack gap="md" maw={760}>
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
  const form = useForm({
    defaultValues: { mail_address: mail_address ?? '', language, notices, times: timesOf(settings) },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ times, ...values }) =>
    save.mutate(
      { ...values, ...times, mail_address: values.mail_address.trim() || null },
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
            <Checkbox.Group
              value={[...value, ...personal]}
              onChange={(ticked) => onChange(noticeKinds.filter((kind) => ticked.includes(kind)))}
            >
              <Channels />
            </Checkbox.Group>
          )}
        />
        <Controller
          control={form.control}
          name="times"
          render={({ field: { value, onChange } }) => <NoticeTimesFields value={value} onChange={onChange} />}
        />
        <FormActions submitLabel={t('entry:word.save')} isBusy={save.isPending} />
      </Stack>
    </Form>
  );
}

/** Where an event is shown in the product, whatever is mailed. */
const shownAt = {
  guard_stopped: 'both',
  run_failed: 'both',
  source_state: 'dashboard',
  credential_ending: 'both',
  webhook_disabled: 'dashboard',
  key_lost: 'cases',
  keys_ending: 'forecast',
  key_extension: 'times',
  key_request_waits: 'requests',
  key_request_own: 'requests',
  access_review: 'reviews',
  new_device: 'actions',
  credentials_changed: 'actions',
  address_changed: 'actions',
  viewed: 'bell',
  token_ending: 'bell',
} as const;
type Notified = keyof typeof shownAt;
/** About the own account: mailed without a choice. */
const personal = ['new_device', 'credentials_changed', 'address_changed', 'viewed', 'token_ending'] as const;

const isOfferedTo = (viewer: Viewer | undefined) => (kind: NoticeKind) => {
  const needed = noticeFunctions[kind];
  return viewer?.role === 'superadmin' || (needed !== null && viewer?.functions.includes(needed) === true);
};

/** Events by channel: those that the reader may act on, then those about their own account. */
function Channels() {
  const { t } = useTranslation('profile');
  const chosen = noticeKinds.filter(isOfferedTo(useViewer()));
  const isChosen = (kind: Notified) => chosen.some((one) => one === kind);
  const columns: Column<Notified>[] = [
    { key: 'event', header: t('notices.event'), cell: (kind) => t(`notices.kinds.${kind}`), phone: 'title' },
    {
      key: 'mail',
      header: t('notices.mail'),
      cell: (kind) => (
        <Checkbox
          value={kind}
          disabled={!isChosen(kind)}
          aria-label={t('notices.mailWhen', { event: t(`notices.kinds.${kind}`) })}
        />
      ),
      phone: 'mark',
    },
    {
      key: 'product',
      header: t('notices.product'),
      cell: (kind) => t(`notices.places.${shownAt[kind]}`),
      phone: 'meta',
    },
  ];
  return (
    <>
      <p className="mute">{t('notices.hint')}</p>
      <DataTable
        caption={t('notices.about')}
        columns={columns}
        rows={[...chosen, ...personal]}
        rowKey={(kind) => kind}
      />
    </>
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
