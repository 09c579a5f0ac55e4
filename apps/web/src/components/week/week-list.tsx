import { Button, Chip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { wordsOfWindows } from '#lib/time/describe-windows';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import type { WeekWindow } from './week-windows';

/** At any time, or in these windows; an empty list means nothing is selected yet. */
export type WeekHours = 'always' | WeekWindow[];

type Props = { value: WeekHours; onChange: (hours: WeekHours) => void };

const added: WeekWindow = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' };

/** The same windows as fields: to the minute, and accessible without the chart. */
export function WeekList({ value, onChange }: Props) {
  const { t } = useTranslation('week');
  const windows = value === 'always' ? [] : value;
  const change = (at: number, changes: Partial<WeekWindow>) =>
    onChange(windows.map((window, index) => (index === at ? { ...window, ...changes } : window)));
  return (
    <>
      {windows.map((window, index) => {
        const number = index + 1; // Windows have no names; their position is all they have.
        return (
          <WindowFields
            key={number}
            window={window}
            number={number}
            onChange={(changes) => change(index, changes)}
            onRemove={() => onChange(windows.filter((one) => one !== window))}
          />
        );
      })}
      <Button variant="default" size="compact-sm" onClick={() => onChange([...windows, added])}>
        {t('list.add')}
      </Button>
    </>
  );
}

type FieldProps = {
  window: WeekWindow;
  number: number;
  onChange: (changes: Partial<WeekWindow>) => void;
  onRemove: () => void;
};

function WindowFields({ window: { days, from, to }, number, onChange, onRemove }: FieldProps) {
  const { t } = useTranslation('week');
  // A cleared field keeps its previous hour.
  const change = (edge: 'from' | 'to') => (value: string | undefined) =>
    value && onChange({ [edge]: edge === 'to' && value === '00:00' ? '24:00' : value });
  return (
    <fieldset className="week-window" aria-label={t('list.window', { number })}>
      <Chip.Group
        multiple
        value={days.map(String)}
        // A window without a day is invalid: the last one stays.
        onChange={(chosen) => chosen.length > 0 && onChange({ days: chosen.map(Number).sort((a, b) => a - b) })}
      >
        {wordsOfWindows().days.map((day, place) => (
          <Chip key={day} value={String(place + 1)} size="xs" variant="outline">
            {day}
          </Chip>
        ))}
      </Chip.Group>
      <TypedTimeField kind="time" label={t('list.from')} value={from} onChange={change('from')} />
      <TypedTimeField kind="end" label={t('list.to')} value={to} onChange={change('to')} />
      <Button variant="default" onClick={onRemove} aria-label={t('list.removeNamed', { number })}>
        {t('word.remove')}
      </Button>
      <p className="mute" role="status">
        {from === to && t('list.wholeDay')}
        {to < from && t('list.overnight')}
      </p>
    </fieldset>
  );
}
