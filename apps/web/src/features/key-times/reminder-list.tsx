import { type KeyReminder, keyReminderList, keyReminderStates } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { formatInstant } from '#lib/format';
import { Empty } from '#ui/page-states';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<KeyReminder['state'], Tone> = { waiting: 'blue', sent: 'green', failed: 'red', needless: 'grey' };

/** Who was mailed about which keys, who could not be, and who needed not. */
export function ReminderList() {
  const { t } = useTranslation('key-times');
  const header = t('reminders.columns', { returnObjects: true });
  const columns: RecordColumn<typeof keyReminderList>[] = [
    {
      key: 'created',
      header: header.created,
      sort: 'created_at',
      phone: 'meta',
      cell: ({ created_at }) => <TimeAgo instant={created_at} />,
    },
    { key: 'address', header: header.address, phone: 'title', isLine: true, clip: ({ mail_address }) => mail_address },
    {
      key: 'state',
      header: header.state,
      phone: 'aside',
      cell: ({ state }) => <StatusTag tone={tones[state]} label={t(`reminders.states.${state}`)} />,
    },
    {
      key: 'as',
      header: header.as,
      hideBelow: 1_100,
      clip: ({ audiences }) => audiences.map((audience) => t(`remind.audiences.${audience}`)).join(', '),
    },
    {
      key: 'keys',
      header: header.keys,
      phone: 'meta',
      clip: ({ keys, markings }) => [...markings, ...(keys > markings.length ? ['…'] : [])].join(', '),
    },
    {
      key: 'by',
      header: header.by,
      hideBelow: 1_300,
      clip: ({ asked_by }) => asked_by ?? t('reminders.policy'),
    },
    {
      key: 'problem',
      header: header.problem,
      phone: 'meta',
      hideBelow: 820,
      clip: ({ problem, next_attempt_at }) =>
        problem && next_attempt_at
          ? `${problem} ${t('reminders.again', { moment: formatInstant(next_attempt_at) })}`
          : problem,
    },
  ];
  return (
    <RecordList
      list={keyReminderList}
      columns={columns}
      filters={[
        {
          name: 'reminder',
          label: header.state,
          options: keyReminderStates.map((value) => ({ value, label: t(`reminders.states.${value}`) })),
        },
      ]}
      words={{ caption: t('reminders.caption'), loading: t('reminders.loading') }}
      empty={<Empty title={t('reminders.none')} hint={t('reminders.noneHint')} />}
    />
  );
}
