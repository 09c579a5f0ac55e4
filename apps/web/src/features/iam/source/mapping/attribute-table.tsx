import { type CanonicalField, canonicalFields, type Mapping } from '@key2xs/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import type { OnMap } from './mapping-form';

type Props = { mapping: Mapping; onMap: OnMap };

/** A row per field: the attribute of the source that feeds it, as the source writes its name. */
export function AttributeTable({ mapping, onMap }: Props) {
  const { t } = useTranslation(['source', 'iam']);
  const isMissing = (field: CanonicalField) => field === 'external_id' && !mapping.external_id;
  const columns: Column<CanonicalField>[] = [
    {
      key: 'field',
      header: t('iam:map.field'),
      cell: (field) => (
        <>
          {t(`iam:map.fields.${field}.label`)}
          {field === 'external_id' && <span className="mute"> ({t('iam:map.required')})</span>}
        </>
      ),
    },
    {
      key: 'attribute',
      header: t('mapping.attribute'),
      cell: (field) => (
        <TextInput
          className="field-choice"
          aria-label={t('mapping.attributeFor', { field: t(`iam:map.fields.${field}.label`) })}
          placeholder={t('iam:map.choose')}
          value={mapping[field] ?? ''}
          maxLength={200}
          error={isMissing(field) && t('mapping.idMissing')}
          onChange={({ currentTarget }) => onMap(field, currentTarget.value)}
        />
      ),
    },
    {
      key: 'hint',
      header: t('mapping.meaning'),
      cell: (field) => <span className="mute">{t(`iam:map.fields.${field}.hint`)}</span>,
      hideBelow: 768,
    },
  ];
  return (
    <Panel>
      <DataTable caption={t('iam:map.caption')} columns={columns} rows={canonicalFields} rowKey={(field) => field} />
    </Panel>
  );
}
