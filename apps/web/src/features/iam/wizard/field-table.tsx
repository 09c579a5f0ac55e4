import { type CanonicalField, canonicalFields, type Mapping, type StaffList } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { fillOf } from './fill-of';

type Props = {
  list: StaffList;
  mapping: Mapping;
  onMap: (field: CanonicalField, column: string | undefined) => void;
};

/** A row per field: its column to choose, how full that is, sample values. */
export function FieldTable({ list, mapping, onMap }: Props) {
  const { t } = useTranslation('iam');
  const chosen = (field: CanonicalField) => list.columns.find(({ name }) => name === mapping[field]);
  const columns: Column<CanonicalField>[] = [
    { key: 'field', header: t('map.field'), cell: (field) => <FieldName field={field} /> },
    {
      key: 'column',
      header: t('map.column'),
      cell: (field) => <ColumnChoice field={field} list={list} mapping={mapping} onMap={onMap} />,
    },
    {
      key: 'filled',
      header: t('map.filled'),
      cell: (field) => {
        const column = chosen(field);
        return column && fillOf(column.filled, list.rows);
      },
      align: 'right',
      isLine: true,
    },
    { key: 'samples', header: t('map.samples'), cell: (field) => chosen(field)?.samples.join(' · '), hideBelow: 768 },
  ];
  return (
    <Panel>
      <DataTable caption={t('map.caption')} columns={columns} rows={canonicalFields} rowKey={(field) => field} />
    </Panel>
  );
}

function FieldName({ field }: { field: CanonicalField }) {
  const { t } = useTranslation('iam');
  const hint = t(`map.fields.${field}.hint`);
  return (
    <>
      {t(`map.fields.${field}.label`)}
      {field === 'external_id' && <span className="mute"> ({t('map.required')})</span>}
      {hint && <div className="mute">{hint}</div>}
    </>
  );
}

function ColumnChoice({ field, list, mapping, onMap }: Props & { field: CanonicalField }) {
  const { t } = useTranslation('iam');
  const problem = useIdentityProblem({ list, mapping });
  return (
    <Select
      className="field-choice"
      aria-label={t('map.columnFor', { field: t(`map.fields.${field}.label`) })}
      placeholder={t('map.choose')}
      data={list.columns.map(({ name }) => name)}
      value={mapping[field] ?? null}
      onChange={(column) => onMap(field, column ?? undefined)}
      renderOption={({ option }) => <Option name={option.value} list={list} />}
      searchable={list.columns.length > 12}
      comboboxProps={{ keepMounted: false }}
      clearable={field !== 'external_id'}
      required={field === 'external_id'}
      error={field === 'external_id' && problem}
    />
  );
}

function Option({ name, list }: { name: string; list: StaffList }) {
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
  const column = list.columns.find(({ name }) => name === mapping.external_id);
  if (!column) return t('map.missing');
  const gaps = list.rows - column.filled;
  return gaps > 0 ? t('map.gaps', { count: gaps }) : undefined;
}
