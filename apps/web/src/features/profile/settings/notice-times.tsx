import type { NotificationSettings } from '@key2xs/contract';
import { Checkbox, Group, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

export type NoticeTimes = Pick<NotificationSettings, 'delivery' | 'daily_at' | 'quiet' | 'time_zone'>;

const usualQuiet = { from: '20:00', to: '07:00' };

/** Who has never been mailed most likely lives by the clock of this device. */
export const timesOf = ({ delivery, daily_at, quiet, time_zone, mail_address }: NotificationSettings): NoticeTimes => ({
  ...{ delivery, daily_at, quiet },
  time_zone:
    mail_address === null && time_zone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : time_zone,
});

/** Whether mails come at once or once a day, and when none come. */
export function NoticeTimesFields({ value, onChange }: { value: NoticeTimes; onChange: (value: NoticeTimes) => void }) {
  const { t } = useTranslation('profile');
  const { delivery, daily_at, quiet, time_zone } = value;
  const set = (changes: Partial<NoticeTimes>) => onChange({ ...value, ...changes });
  return (
    <Stack gap="md">
      <Select
        label={t('notices.delivery')}
        description={t(`notices.deliveryHints.${delivery}`)}
        value={delivery}
        onChange={(chosen) => set({ delivery: chosen === 'daily' ? 'daily' : 'instant' })}
        data={(['instant', 'daily'] as const).map((one) => ({ value: one, label: t(`notices.deliveries.${one}`) }))}
        allowDeselect={false}
      />
      <TypedTimeField
        kind="time"
        label={t('notices.dailyAt')}
        value={daily_at}
        onChange={(time) => time && set({ daily_at: time })}
        maw={240}
      />
      <Checkbox
        label={t('notices.quiet')}
        description={t('notices.quietHint')}
        checked={quiet !== null}
        onChange={({ currentTarget }) => set({ quiet: currentTarget.checked ? usualQuiet : null })}
      />
      {quiet && (
        <Group gap="md">
          {(['from', 'to'] as const).map((end) => (
            <TypedTimeField
              key={end}
              kind="time"
              label={t(`notices.quietEnds.${end}`)}
              value={quiet[end]}
              onChange={(time) => time && set({ quiet: { ...quiet, [end]: time } })}
              maw={160}
            />
          ))}
        </Group>
      )}
      <Select
        label={t('notices.zone')}
        data={[...new Set(['UTC', time_zone, ...Intl.supportedValuesOf('timeZone')])]}
        searchable
        limit={100}
        allowDeselect={false}
        value={time_zone}
        onChange={(zone) => zone !== null && set({ time_zone: zone })}
      />
    </Stack>
  );
}
