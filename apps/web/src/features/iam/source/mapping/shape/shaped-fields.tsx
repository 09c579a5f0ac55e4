import type { CanonicalField, Mapping } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldRules } from '#data/sources/field-rules';
import { withColumn, withSource } from '../../../with-column';
import { FieldTable } from '../../../wizard/field-table';
import { FieldDrawer } from './field-drawer';
import { tellSource } from './tell-source';

type Props = Pick<ComponentProps<typeof FieldTable>, 'provider' | 'list' | 'mapping' | 'words'> & {
  onChange: (mapping: Mapping) => void;
};

/** The fields with their columns, and what is done to each value. */
export function ShapedFields({ provider, list, mapping, onChange, ...table }: Props) {
  const { t } = useTranslation(['source', 'iam']);
  const rules = useFieldRules(provider);
  const [open, setOpen] = useState<CanonicalField>();
  const shapeOf = (field: CanonicalField) => {
    const source = mapping[field];
    if (!source) return undefined;
    const name = t(`iam:map.fields.${field}.label`);
    return (
      <div className="field-done">
        <span className="mute">{tellSource(t, source) ?? t('shape.asItIs')}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('shape.changeFor', { field: name })}
          onClick={() => setOpen(field)}
        >
          {t('shape.change')}
        </Button>
      </div>
    );
  };
  const source = open && mapping[open];
  return (
    <>
      <FieldTable
        {...table}
        provider={provider}
        list={list}
        mapping={mapping}
        onMap={(field, column) => onChange(withColumn(mapping, field, column))}
        shape={{ header: t('shape.header'), cell: shapeOf }}
      />
      {source && (
        <FieldDrawer
          key={open}
          field={open}
          source={source}
          rule={rules?.field_rules[open]}
          list={list}
          onUse={(changed) => onChange(withSource(mapping, open, changed))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
