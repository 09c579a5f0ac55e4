import { Button, TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { parseHours } from './parse-hours';
import { WeekDates } from './week-dates';
import { WeekGrid } from './week-grid';
import { type WeekHours, WeekList } from './week-list';
import { type WeekTemplate, WeekTemplates } from './week-templates';
import { barsOf, windowsOf } from './week-windows';

type Props = {
  value: WeekHours;
  onChange: (hours: WeekHours) => void;
  /** Dates begin and end with the day there; without it there are none to choose. */
  zone?: string;
  /** Offered beside the usual ones. */
  templates?: readonly WeekTemplate[];
  error?: string | undefined;
  /** By whose clocks the hours count. */
  clocks: ReactNode;
  /** Of the field for typed hours. */
  ref?: Ref<HTMLInputElement>;
};

const forGood = { valid_from: null, valid_until: null };

/** When something holds: chosen, typed, painted, or entered as a list. No hours at all is never taken for always. */
export function WeekEditor({ value, onChange, zone, templates = [], error, clocks, ref }: Props) {
  const { t } = useTranslation('week');
  const windows = value === 'always' ? [] : value;
  const { valid_from = null, valid_until = null } = windows[0] ?? forGood;
  const errorId = useId();
  return (
    <fieldset className="week-editor" aria-label={t('label')} aria-describedby={error ? errorId : undefined}>
      <WeekTemplates value={value} own={templates} onChoose={onChange} />
      <TypedHours ref={ref} onChange={onChange} />
      <WeekGrid
        bars={barsOf(windows)}
        dates={{ valid_from, valid_until }}
        isAlways={value === 'always'}
        onChange={(bars) => onChange(windowsOf(bars))}
      />
      <p role="status">
        <strong>{value !== 'always' && value.length === 0 ? t('never') : describeWindows(windows)}</strong> {clocks}
      </p>
      {error && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
      <details>
        <summary>{zone === undefined ? t('exactTimes') : t('details')}</summary>
        {zone !== undefined && <WeekDates value={value} onChange={onChange} zone={zone} />}
        <WeekList value={value} onChange={onChange} />
      </details>
    </fieldset>
  );
}

type TypedProps = { onChange: (hours: WeekHours) => void; ref: Ref<HTMLInputElement> | undefined };

/** Takes hours as people write them; what is not understood stays, with an example. */
function TypedHours({ onChange, ref }: TypedProps) {
  const { t } = useTranslation('week');
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const understood = parseHours(typed);
  const take = () => {
    if (typed.trim() === '') return;
    if (!understood) return setIsRefused(true);
    onChange(understood.length === 0 ? 'always' : understood);
    setTyped('');
  };
  const button = (
    <Button variant="subtle" size="compact-sm" onClick={take} disabled={typed.trim() === ''}>
      {t('typed.take')}
    </Button>
  );
  return (
    <TextInput
      ref={ref}
      label={t('typed.label')}
      placeholder={t('typed.example')}
      value={typed}
      description={understood ? t('typed.read', { hours: describeWindows(understood) }) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isRefused && !understood ? t('typed.refused', { example: t('typed.example') }) : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setIsRefused(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
      rightSection={button}
      rightSectionWidth={84}
    />
  );
}
