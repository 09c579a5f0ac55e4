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
  /** Dates start and end with the day in this time zone; without it no dates can be set. */
  zone?: string;
  /** Offered beside the common ones. */
  templates?: readonly WeekTemplate[];
  error?: string | undefined;
  /** The time zones of the hours. */
  clocks: ReactNode;
  /** The field for typed hours. */
  ref?: Ref<HTMLInputElement>;
};

const noDates = { valid_from: null, valid_until: null };

/** Selects hours from templates, as text, by painting, or as a list. No hours at all never means always. */
export function WeekEditor({ value, onChange, zone, templates = [], error, clocks, ref }: Props) {
  const { t } = useTranslation('week');
  const windows = value === 'always' ? [] : value;
  const { valid_from = null, valid_until = null } = windows[0] ?? noDates;
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

/** Accepts hours as people write them; input that cannot be parsed stays, with an example. */
function TypedHours({ onChange, ref }: TypedProps) {
  const { t } = useTranslation('week');
  const [typed, setTyped] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const parsed = parseHours(typed);
  const take = () => {
    if (typed.trim() === '') return;
    if (!parsed) return setIsInvalid(true);
    onChange(parsed.length === 0 ? 'always' : parsed);
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
      description={parsed ? t('typed.read', { hours: describeWindows(parsed) }) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isInvalid && !parsed ? t('typed.refused', { example: t('typed.example') }) : undefined}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setIsInvalid(false);
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
