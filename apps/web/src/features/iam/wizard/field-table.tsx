import {
  type CanonicalField,
  canonicalFields,
  columnOf,
  type FieldRule,
  type Mapping,
  type Provider,
} from '@key2xs/contract';
import { Button, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldRules } from '#data/sources/field-rules';
import { Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { fillOf } from './fill-of';

/** What can be mapped, and the share of the sampled rows that have a value. */
export type Mappable = {
  columns: readonly { name: string; filled: number | null; samples: readonly string[] }[];
  rows: number;
};

type Props = {
  /** Determines what can be selected for each field. */
  provider: Provider;
  list: Mappable;
  mapping: Mapping;
  onMap: (field: CanonicalField, column: string | undefined) => void;
  /** Absent for columns of an uploaded list. */
  words?: Words;
  /** Shows the transforms of a value, where these can be edited. */
  shape?: { header: string; cell: (field: CanonicalField) => ReactNode };
};

type Words = { column: string; caption: string; columnFor: (field: string) => string; notLooked: string };

/**
 * A row per field: its column to select, how full that is, sample values. In a wizard, unmapped fields are behind a
 * button, so that the next button stays near.
 */
export function FieldTable({ provider, list, mapping, onMap, words: given, shape }: Props) {
  const { t } = useTranslation('iam');
  const rules = useFieldRules(provider);
  const [isWhole, setIsWhole] = useState(shape !== undefined);
  const [atFirst] = useState(mapping); // A field that was just cleared stays visible.
  if (!rules) return <Loading label={t('map.rulesBusy')} />;
  const { field_rules, fixed_fields } = rules;
  const words = given ?? {
    column: t('upload.column'),
    caption: t('map.caption'),
    columnFor: (field) => t('map.columnFor', { field }),
    notLooked: '',
  };
  const chosen = (field: CanonicalField) => list.columns.find(({ name }) => name === columnIn(mapping, field));
  const columns: Column<CanonicalField>[] = [
    {
      key: 'field',
      header: t('map.field'),
      cell: (field) => <FieldName field={field} rule={field_rules[field]} isList={!given} />,
      phone: 'title',
    },
    {
      key: 'column',
      header: words.column,
      phone: 'foot',
      cell: (field) =>
        fixed_fields[field] ?? (
          <ColumnChoice
            {...{ field, list, mapping, onMap }}
            rule={field_rules[field]}
            label={words.columnFor(t(`map.fields.${field}.label`))}
          />
        ),
    },
    {
      key: 'filled',
      header: t('upload.filled'),
      phone: 'aside',
      cell: (field) => {
        const column = chosen(field);
        if (!column) return undefined;
        return column.filled === null ? words.notLooked : fillOf(column.filled, list.rows);
      },
      align: 'right',
      isLine: true,
    },
    ...(shape ? [{ key: 'shape', phone: 'foot' as const, ...shape }] : []),
    {
      key: 'samples',
      header: t('upload.samples'),
      cell: (field) => chosen(field)?.samples.join(' · '),
      hideBelow: 768,
    },
  ];
  // The identity is required even if the provider does not say so.
  const isEmpty = (field: CanonicalField) =>
    field !== 'external_id' &&
    !mapping[field] &&
    !atFirst[field] &&
    !fixed_fields[field] &&
    !field_rules[field]?.required;
  const hidden = canonicalFields.filter(isEmpty).length;
  const rows = isWhole ? canonicalFields : canonicalFields.filter((field) => !isEmpty(field));
  return (
    <Panel>
      <DataTable caption={words.caption} columns={columns} rows={rows} rowKey={(field) => field} />
      {!shape && hidden > 0 && (
        <Button className="field-more" variant="subtle" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('map.fewer') : t('map.more', { count: hidden })}
        </Button>
      )}
    </Panel>
  );
}

const columnIn = (mapping: Mapping, field: CanonicalField): string | undefined => {
  const source = mapping[field];
  return source && columnOf(source);
};

/** Includes a mapped attribute that was not sampled. */
const namesIn = ({ columns }: Mappable, mapped: string | undefined): string[] => [
  ...new Set([...columns.map(({ name }) => name), ...(mapped ? [mapped] : [])]),
];

/** How a cell holds several groups concerns lists only. */
function FieldName({ field, rule, isList }: { field: CanonicalField; rule?: FieldRule; isList: boolean }) {
  const { t } = useTranslation('iam');
  const hint = field === 'groups' && !isList ? '' : t(`map.fields.${field}.hint`);
  return (
    <>
      {t(`map.fields.${field}.label`)}
      {rule?.required && <span className="mute"> ({t('map.required')})</span>}
      {hint && <div className="mute">{hint}</div>}
    </>
  );
}

type ChoiceProps = Pick<Props, 'list' | 'mapping' | 'onMap'> & {
  field: CanonicalField;
  rule?: FieldRule;
  label: string;
};

function ColumnChoice({ field, rule, list, mapping, onMap, label }: ChoiceProps) {
  const { t } = useTranslation('iam');
  const problem = useIdentityProblem({ list, mapping });
  return (
    <Select
      className="field-choice"
      aria-label={label}
      placeholder={rule?.default_source ? t('map.usually', { source: rule.default_source }) : t('map.choose')}
      data={namesIn(list, columnIn(mapping, field))}
      value={columnIn(mapping, field) ?? null}
      onChange={(column) => onMap(field, column ?? undefined)}
      renderOption={({ option }) => <Option name={option.value} list={list} />}
      searchable={list.columns.length > 12}
      comboboxProps={{ keepMounted: false }}
      clearable={!rule?.required}
      required={rule?.required}
      error={field === 'external_id' && problem}
    />
  );
}

function Option({ name, list }: { name: string; list: Mappable }) {
  const samples = list.columns.find((column) => column.name === name)?.samples ?? [];
  return (
    <div>
      {name} <div className="mute">{samples.slice(0, 2).join(' · ')}</div>
    </div>
  );
}

/** Only the identity is required: rows without it are skipped. */
function useIdentityProblem({ list, mapping }: Pick<Props, 'list' | 'mapping'>): string | undefined {
  const { t } = useTranslation('iam');
  const column = list.columns.find(({ name }) => name === columnIn(mapping, 'external_id'));
  if (!column) return t('map.missing');
  const gaps = column.filled === null ? 0 : list.rows - column.filled;
  return gaps > 0 ? t('map.gaps', { count: gaps }) : undefined;
}
