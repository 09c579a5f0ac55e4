import type { IamConnection, Mapping, StaffList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveMapping } from '#data/sources/iam';
import { Notice } from '#ui/notice';
import { FieldTable } from '../../wizard/field-table';
import { MappingPreview } from '../../wizard/mapping-preview';
import type { WizardEvent } from './wizard-state';

type Props = { connection: IamConnection; list: StaffList; mapping: Mapping; dispatch: Dispatch<WizardEvent> };

/** Maps columns to fields, with a preview of the first people. */
export function MapStep({ connection: { id, provider }, list, mapping, dispatch }: Props) {
  const { t } = useTranslation('iam');
  const save = useSaveMapping();
  const next = () => save.mutate({ id, mapping }, { onSuccess: () => dispatch({ type: 'mapping_saved' }) });
  return (
    <>
      <p className="mute wizard-part">{t('map.intro')}</p>
      <div className="wizard-part">
        <FieldTable
          provider={provider}
          list={list}
          mapping={mapping}
          onMap={(field, column) => dispatch({ type: 'mapped', field, column })}
        />
      </div>
      <MappingPreview connectionId={id} mapping={mapping} />
      {save.error && (
        <Notice tone="red" title={t('map.failed')}>
          {save.error.message}
        </Notice>
      )}
      <div className="setup-foot">
        <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
          {t('word.back')}
        </Button>
        <Button onClick={next} loading={save.isPending} disabled={!mapping.external_id}>
          {t('map.next')}
        </Button>
      </div>
    </>
  );
}
