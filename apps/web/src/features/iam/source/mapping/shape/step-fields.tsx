import { mappingLimits, type Transform } from '@key2xs/contract';
import { Autocomplete, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Choice = 'before' | 'after' | 'keep' | 'empty' | 'dmy' | 'mdy';

type Props = { step: Transform; columns: readonly string[]; onChange: (step: Transform) => void };

/** The parameters of a step. */
export function StepFields({ step, columns, onChange }: Props) {
  const { t } = useTranslation('source');
  const text = <K extends string>(name: K & keyof typeof labels, value: string, set: (value: string) => Transform) => (
    <TextInput
      label={labels[name]}
      value={value}
      maxLength={100}
      onChange={({ currentTarget }) => onChange(set(currentTarget.value))}
    />
  );
  const labels = {
    find: t('shape.fields.find'),
    put: t('shape.fields.put'),
    separator: t('shape.fields.separator'),
    prefix: t('shape.fields.prefix'),
    suffix: t('shape.fields.suffix'),
  };
  const count = (label: string, value: number, most: number, set: (value: number) => Transform) => (
    <NumberInput
      label={label}
      value={value}
      min={1}
      max={most}
      allowDecimal={false}
      clampBehavior="strict"
      onChange={(typed) => onChange(set(Number(typed) || 1))}
    />
  );
  const nameOf = (one: Choice) => t(`shape.choices.${one}`);
  const choice = <C extends Choice>(label: string, value: C, all: readonly C[], set: (value: C) => Transform) => (
    <Select
      label={label}
      value={value}
      data={all.map((one) => ({ value: one, label: nameOf(one) }))}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      onChange={(chosen) => chosen && onChange(set(chosen))}
    />
  );
  switch (step.do) {
    case 'replace':
      return (
        <>
          {text('find', step.find, (find) => ({ ...step, find }))}
          {text('put', step.put, (put) => ({ ...step, put }))}
        </>
      );
    case 'part':
      return (
        <>
          {count(t('shape.fields.start'), step.start, mappingLimits.value, (start) => ({ ...step, start }))}
          {count(t('shape.fields.length'), step.length, mappingLimits.value, (length) => ({ ...step, length }))}
        </>
      );
    case 'split':
      return (
        <>
          {text('separator', step.separator, (separator) => ({ ...step, separator }))}
          {choice(t('shape.fields.take'), step.take, ['before', 'after'], (take) => ({ ...step, take }))}
        </>
      );
    case 'around':
      return (
        <>
          {text('prefix', step.prefix, (prefix) => ({ ...step, prefix }))}
          {text('suffix', step.suffix, (suffix) => ({ ...step, suffix }))}
        </>
      );
    case 'pad':
      return (
        <>
          {count(t('shape.fields.length'), step.length, 100, (length) => ({ ...step, length }))}
          {text('put', step.put, (put) => ({ ...step, put: put.slice(-1) }))}
        </>
      );
    case 'or_column':
      return (
        <Autocomplete
          label={t('shape.fields.column')}
          value={step.column}
          data={[...columns]}
          maxLength={200}
          comboboxProps={{ keepMounted: false }}
          onChange={(column) => onChange({ ...step, column })}
        />
      );
    case 'look_up':
      return (
        <>
          <Entries step={step} onChange={onChange} />
          {choice(t('shape.fields.otherwise'), step.otherwise, ['keep', 'empty'], (otherwise) => ({
            ...step,
            otherwise,
          }))}
        </>
      );
    case 'day':
      return choice(t('shape.fields.order'), step.order, ['dmy', 'mdy'], (order) => ({ ...step, order }));
    default:
      return null;
  }
}

type LookUp = Extract<Transform, { do: 'look_up' }>;

/** One line each. What was typed stays as typed. */
function Entries({ step, onChange }: { step: LookUp; onChange: Props['onChange'] }) {
  const { t } = useTranslation('source');
  const [typed, setTyped] = useState(() => step.entries.map(({ find, put }) => `${find} = ${put}`).join('\n'));
  const change = (value: string) => {
    setTyped(value);
    onChange({ ...step, entries: readEntries(value) });
  };
  return (
    <Textarea
      label={t('shape.fields.entries')}
      value={typed}
      autosize
      minRows={3}
      maxRows={12}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}

const readEntries = (typed: string): LookUp['entries'] =>
  typed.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const find = line.slice(0, at).trim();
    return at > 0 && find ? [{ find, put: line.slice(at + 1).trim() }] : [];
  });
