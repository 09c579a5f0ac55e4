import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayIn, lastSecondOf } from '#lib/time/reader-day';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

/** A day, as `YYYY-MM-DD` on the reader's clock; empty for no due date, undefined while it is being typed. */
type Props = { value: string | undefined; onChange: (day: string | undefined) => void; error?: string | undefined };

const presets = { week: 7, month: 30, year: 365 } as const;

/** The last day on which keys are to be returned. */
export function DueField({ value, onChange, error }: Props) {
  const { t } = useTranslation('key-desk');
  return (
    <div>
      <TypedTimeField
        kind="day"
        label={t('due.label')}
        description={t('due.hint')}
        value={value ?? ''}
        onChange={onChange}
        error={error}
      />
      <Group gap={4} mt={6}>
        {Object.entries(presets).map(([name, days]) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(dayIn(days))}>
            {t(`due.${name as keyof typeof presets}`)}
          </Button>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => onChange('')}>
          {t('due.none')}
        </Button>
      </Group>
    </div>
  );
}

/** When keys are due that are to be returned on a day; null for none. */
export const dueAt = (day: string): string | null => (day === '' ? null : lastSecondOf(day));
