import type { CanonicalField, IamConnection, Mapping } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveMapping } from '#data/sources/iam';
import { sourceSchemaQuery } from '#data/sources/source-schema';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { withColumn } from '../../../with-column';
import { FieldTable } from '../../../wizard/field-table';
import { MappingPreview } from '../../../wizard/mapping-preview';

type Props = { connection: IamConnection; onNext: () => void };

/** Maps attributes to fields, with values of the directory and a preview of the first people. */
export function MapStep({ connection: { id, provider, mapping_config: stored }, onNext }: Props) {
  const { t } = useTranslation(['entra-setup', 'iam']);
  const { data: schema, error, refetch } = useQuery(sourceSchemaQuery(id));
  const [changed, setChanged] = useState<Mapping>();
  const save = useSaveMapping();
  if (!schema)
    return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('iam:map.previewBusy')} />;
  const mapping: Mapping = changed ?? schema.suggested_mapping;
  const map = (field: CanonicalField, column: string | undefined) => setChanged(withColumn(mapping, field, column));
  const isStored = JSON.stringify(mapping) === JSON.stringify(stored);
  const next = () => (isStored ? onNext() : save.mutate({ id, mapping }, { onSuccess: onNext }));
  return (
    <>
      <p className="mute wizard-part">{t('map.intro', { count: schema.rows })}</p>
      <div className="wizard-part">
        <FieldTable
          provider={provider}
          list={schema}
          mapping={mapping}
          onMap={map}
          words={{
            column: t('map.attribute'),
            caption: t('map.caption'),
            columnFor: (field) => t('map.attributeFor', { field }),
            notLooked: t('map.notLooked'),
          }}
        />
      </div>
      <MappingPreview connectionId={id} mapping={mapping} />
      {save.error && (
        <Notice tone="red" title={t('iam:map.failed')}>
          {save.error.message}
        </Notice>
      )}
      <div className="setup-foot">
        <Button onClick={next} loading={save.isPending}>
          {t('map.next')}
        </Button>
      </div>
    </>
  );
}
