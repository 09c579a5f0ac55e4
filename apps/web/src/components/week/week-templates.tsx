import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { WeekHours } from './week-list';
import type { WeekWindow } from './week-windows';

export type WeekTemplate = { label: string; windows: readonly WeekWindow[] };

const weekdays = [1, 2, 3, 4, 5];
const everyDay = [...weekdays, 6, 7];
const usual = {
  office: [{ days: weekdays, from: '08:00', to: '17:00' }],
  weekdays: [{ days: weekdays, from: '06:00', to: '22:00' }],
  nights: [{ days: everyDay, from: '22:00', to: '06:00' }],
  weekends: [{ days: [6, 7], from: '00:00', to: '24:00' }],
} satisfies Record<string, readonly WeekWindow[]>;

const textOf = (windows: readonly WeekWindow[]) =>
  JSON.stringify(
    windows.map(({ days, from, to, valid_from = null, valid_until = null }) => [
      days,
      from,
      to,
      valid_from,
      valid_until,
    ]),
  );

type Props = { value: WeekHours; own: readonly WeekTemplate[]; onChoose: (hours: WeekHours) => void };

/** Common hours, and those already used in this installation. */
export function WeekTemplates({ value, own, onChoose }: Props) {
  const { t } = useTranslation('week');
  const offered: WeekTemplate[] = [
    ...(['office', 'weekdays', 'nights', 'weekends'] as const).map((name) => ({
      label: t(`templates.${name}`),
      windows: usual[name],
    })),
    ...own,
  ];
  const known = new Map(offered.toReversed().map((template) => [textOf(template.windows), template]));
  return (
    <fieldset className="actions week-templates" aria-label={t('templates.label')}>
      <Template label={t('templates.always')} isChosen={value === 'always'} onChoose={() => onChoose('always')} />
      {[...known.values()].toReversed().map(({ label, windows }) => (
        <Template
          key={label}
          label={label}
          isChosen={value !== 'always' && textOf(value) === textOf(windows)}
          onChoose={() => onChoose([...windows])}
        />
      ))}
    </fieldset>
  );
}

type TemplateProps = { label: string; isChosen: boolean; onChoose: () => void };

function Template({ label, isChosen, onChoose }: TemplateProps) {
  return (
    <Button
      size="compact-sm"
      variant={isChosen ? 'outline' : 'default'}
      leftSection={isChosen && <IconCheck size={14} aria-hidden />}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
}
