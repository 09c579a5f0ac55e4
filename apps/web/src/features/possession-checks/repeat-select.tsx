import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const offered = [1, 3, 6, 12, 24, 36];

type Props = { value: number | null; onChange: (months: number | null) => void };

/** Whether and when a check begins anew by itself. */
export function RepeatSelect({ value, onChange }: Props) {
  const { t } = useTranslation('possession-checks');
  const months = value === null || offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      label={t('repeat')}
      description={t('repeatHint')}
      allowDeselect={false}
      value={String(value ?? 0)}
      onChange={(chosen) => onChange(Number(chosen) || null)}
      data={[
        { value: '0', label: t('never') },
        ...months.map((count) => ({ value: String(count), label: t('months', { count }) })),
      ]}
    />
  );
}
