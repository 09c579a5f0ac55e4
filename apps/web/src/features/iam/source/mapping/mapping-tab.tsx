import { type Mapping, uploadedProviders } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { latestStaffListQuery } from '#data/iam';
import { LinkButton } from '#ui/link-button';
import { Empty, Failure, Loading } from '#ui/page-states';
import { FieldTable } from '../../wizard/field-table';
import { MappingPreview } from '../../wizard/mapping-preview';
import type { SourceTabProps } from '../source-tab-props';
import { AttributeTable } from './attribute-table';
import { MappingForm } from './mapping-form';

/** Which column or attribute of the source feeds which field. */
export function MappingTab({ source }: SourceTabProps) {
  return uploadedProviders.has(source.provider) ? <OfList source={source} /> : <OfCalled source={source} />;
}

/** With the columns of the list uploaded last, how full they are, and its first people. */
function OfList({ source }: SourceTabProps) {
  const { t } = useTranslation(['source', 'iam']);
  const { id, mapping_config } = source;
  const { data: list, error, refetch } = useQuery(latestStaffListQuery(id));
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (list === undefined) return <Loading label={t('mapping.loading')} />;
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
      {(mapping, onMap) => (
        <>
          <FieldTable list={list} mapping={mapping} onMap={onMap} />
          <MappingPreview connectionId={id} mapping={mapping} />
        </>
      )}
    </MappingForm>
  );
}

function OfCalled({ source }: SourceTabProps) {
  const { t } = useTranslation('source');
  const stored: Mapping = source.mapping_config;
  return (
    <MappingForm source={source} stored={stored} hint={t('mapping.calledHint')}>
      {(mapping, onMap) => <AttributeTable mapping={mapping} onMap={onMap} />}
    </MappingForm>
  );
}
