import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type IntervalUnit, minutesIn, unitOf } from './times-words';
import './key-times.css';

type Props = {
  label: string;
  /** In minutes; null: none. */
  value: number | null;
  onChange: (minutes: number | null) => void;
  description?: string;
  error?: string | undefined;
};

const units: readonly IntervalUnit[] = ['minutes', 'hours', 'days'];

/** An interval as a number and its unit. */
export function IntervalField({ label, value, onChange, description, error }: Props) {
  const { t } = useTranslation('key-times');
  const [unit, setUnit] = useState<IntervalUnit>(value === null ? 'days' : unitOf(value));
  const setNumber = (number: number | string) =>
    onChange(typeof number === 'number' && number > 0 ? Math.round(number * minutesIn(unit)) : null);
  const chooseUnit = (next: IntervalUnit) => {
    setUnit(next);
    if (value !== null) onChange(Math.round((value / minutesIn(unit)) * minutesIn(next)));
  };
  return (
    <div className="key-interval">
      <NumberInput
        label={label}
        description={description}
        error={error}
        min={1}
        allowDecimal={false}
        value={value === null ? '' : value / minutesIn(unit)}
        onChange={setNumber}
      />
      <NativeSelect
        aria-label={t('interval.unit', { label })}
        data={units.map((one) => ({ value: one, label: t(`interval.units.${one}`) }))}
        value={unit}
        onChange={({ currentTarget }) => chooseUnit(units.find((one) => one === currentTarget.value) ?? unit)}
      />
    </div>
  );
}
