import { reportFormats } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export type FileChoice = { format: (typeof reportFormats)[number]; days_kept: number };

const offeredDays = [7, 30, 90, 365, 1_095, 3_650];

type Props = { value: FileChoice; onChange: (changed: Partial<FileChoice>) => void };

/** As which file a report is kept, and for how long. */
export function FileFields({ value: { format, days_kept }, onChange }: Props) {
  const { t } = useTranslation('reports');
  const days = [...new Set([...offeredDays, days_kept])].sort((one, other) => one - other);
  return (
    <>
      <Select
        label={t('kept.format')}
        data={reportFormats.map((one) => ({ value: one, label: one.toUpperCase() }))}
        value={format}
        onChange={(chosen) => onChange({ format: reportFormats.find((one) => one === chosen) ?? format })}
        allowDeselect={false}
      />
      <Select
        label={t('kept.daysKept')}
        description={t('kept.daysHint')}
        data={days.map((count) => ({ value: String(count), label: t('catalogue.daysChoice', { count }) }))}
        value={String(days_kept)}
        onChange={(chosen) => onChange({ days_kept: Number(chosen ?? days_kept) })}
        allowDeselect={false}
      />
    </>
  );
}
