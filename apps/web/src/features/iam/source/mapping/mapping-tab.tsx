import { isUploaded } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { latestStaffListQuery } from '#data/sources/iam';
import { sourceSchemaQuery } from '#data/sources/source-schema';
import { LinkButton } from '#ui/link-button';
import { Empty, Failure, Loading } from '#ui/page-states';
import { MappingPreview } from '../../wizard/mapping-preview';
import type { SourceTabProps } from '../source-tab-props';
import { MappingForm } from './mapping-form';
import { ShapedFields } from './shape/shaped-fields';
import { UnreadableSource } from './unreadable-source';

/** Maps columns or attributes of the source to fields, with their transforms. */
export function MappingTab({ source }: SourceTabProps) {
  return isUploaded(source.provider) ? <OfList source={source} /> : <OfCalled source={source} />;
}

/** With the columns of the latest list, how full they are, and its first people. */
function OfList({ source }: SourceTabProps) {
  const { t } = useTranslation(['source', 'iam']);
  const { id, mapping_config } = source;
  const { data: list, error, refetch } = useQuery(latestStaffListQuery(id));
  if (list === undefined) {
    return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('mapping.loading')} />;
  }
  if (list === null) {
    const upload = (
      <LinkButton to="/connect/iam-wizard" search={{ connection: id }}>
        {t('iam:manager.upload')}
      </LinkButton>
    );
    return <Empty title={t('mapping.noList')} hint={t('mapping.noListHint')} action={upload} />;
  }
  const stored = Object.keys(mapping_config).length > 0 ? mapping_config : list.suggested_mapping;
  return (
    <MappingForm source={source} stored={stored} hint={t('mapping.listHint', { file: list.file_name })}>
      {(mapping, onChange) => (
        <>
          <ShapedFields provider={source.provider} list={list} mapping={mapping} onChange={onChange} />
          <MappingPreview connectionId={id} mapping={mapping} />
        </>
      )}
    </MappingForm>
  );
}

/** With the attributes of the first people, as just read from the source. */
function OfCalled({ source }: SourceTabProps) {
  const { t } = useTranslation('source');
  const { data: schema, error, refetch } = useQuery(sourceSchemaQuery(source.id));
  if (!schema) {
    if (!error) return <Loading label={t('mapping.asking')} />;
    return <UnreadableSource source={source} error={error} onRetry={refetch} />;
  }
  const words = {
    column: t('mapping.attribute'),
    caption: t('mapping.caption'),
    columnFor: (field: string) => t('mapping.attributeFor', { field }),
    notLooked: t('mapping.notLooked'),
  };
  return (
    <MappingForm source={source} stored={source.mapping_config} hint={t('mapping.calledHint', { count: schema.rows })}>
      {(mapping, onChange) => (
        <ShapedFields provider={source.provider} list={schema} mapping={mapping} onChange={onChange} words={words} />
      )}
    </MappingForm>
  );
}
