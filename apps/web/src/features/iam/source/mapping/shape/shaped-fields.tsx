import type { CanonicalField, Mapping } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldRules } from '#data/sources/field-rules';
import { loadChunk } from '#lib/chunk';
import { withColumn, withSource } from '../../../with-column';
import { FieldTable } from '../../../wizard/field-table';
import { describeSource } from './describe-source';

const loadDrawer = () => loadChunk('FieldDrawer', () => import('./field-drawer'));
const FieldDrawer = lazy(async () => ({ default: (await loadDrawer()).FieldDrawer }));
/** Preloads on hover or focus. After a failure, pressing the button tries again. */
const prepare = () => void loadDrawer().catch(() => undefined);

type Props = Pick<ComponentProps<typeof FieldTable>, 'provider' | 'list' | 'mapping' | 'words'> & {
  onChange: (mapping: Mapping) => void;
};

/** The fields with their columns and the transforms of each value. */
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
        <span className="mute">{describeSource(t, source) ?? t('shape.asItIs')}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('shape.changeFor', { field: name })}
          onPointerEnter={prepare}
          onFocus={prepare}
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
      <Suspense>
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
      </Suspense>
    </>
  );
}
