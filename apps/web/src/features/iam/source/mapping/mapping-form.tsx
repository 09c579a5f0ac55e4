import {
  type CanonicalField,
  canonicalFields,
  type IamConnection,
  iam,
  type Mapping,
  type MappingVersion,
} from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { useSaveMapping } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { EarlierMappings } from './earlier-mappings';
import { TryMapping } from './trial/try-mapping';

type Props = {
  source: IamConnection;
  stored: Mapping;
  hint: string;
  children: (mapping: Mapping, onChange: (mapping: Mapping) => void) => ReactNode;
};

/** A mapping being edited. It applies from the next run on; a preview shows its effect first. */
export function MappingForm({ source, stored, hint, children }: Props) {
  const { t } = useTranslation('source');
  const [edited, setEdited] = useState<Mapping>();
  const save = useSaveMapping();
  const toast = useToast();
  const mapping = edited ?? stored;
  const isSaved = isSame(mapping, source.mapping_config);
  const saveButton = useRef<HTMLButtonElement>(null);
  const restore = ({ mapping: earlier }: MappingVersion) => {
    flushSync(() => setEdited(earlier));
    saveButton.current?.focus();
  };
  const store = () =>
    save.mutate(
      { id: source.id, mapping },
      {
        onSuccess: () => {
          setEdited(undefined);
          toast.success(t('mapping.saved'));
        },
      },
    );
  const waiting = source.waiting_change_set_id;
  return (
    <>
      <p className="mute wizard-part">{hint}</p>
      {waiting && (
        <Notice
          tone="amber"
          title={t('mapping.waiting')}
          actions={
            <LinkButton to="/change-sets/$id" params={{ id: waiting }} variant="default">
              {t('word.reviewChanges')}
            </LinkButton>
          }
        />
      )}
      {children(mapping, setEdited)}
      {save.error && (
        <Notice tone="red" title={t('mapping.failed')}>
          {save.error.message}
        </Notice>
      )}
      <div className="source-foot">
        <MayCall of={[iam.saveMapping]}>
          <Button ref={saveButton} onClick={store} loading={save.isPending} disabled={isSaved || !mapping.external_id}>
            {t('mapping.save')}
          </Button>
        </MayCall>
        <Button
          variant="default"
          onClick={() => setEdited(undefined)}
          disabled={isSame(mapping, stored) || save.isPending}
        >
          {t('mapping.reset')}
        </Button>
        <span className="mute" role="status">
          {t(isSaved ? 'mapping.asStored' : 'mapping.unsaved')}
        </span>
      </div>
      <TryMapping source={source} mapping={mapping} />
      <EarlierMappings connectionId={source.id} onRestore={restore} />
    </>
  );
}

/** Ignores the order of fields and of keys. */
const isSame = (one: Mapping, other: Mapping) =>
  canonicalFields.every((field) => serialize(one, field) === serialize(other, field));
const serialize = (mapping: Mapping, field: CanonicalField) => JSON.stringify(mapping[field]);
