import type { IamConnection, Mapping } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveMapping } from '#data/iam';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { useToast } from '#ui/toast';
import { TryMapping } from './trial/try-mapping';

type Props = {
  source: IamConnection;
  stored: Mapping;
  hint: string;
  children: (mapping: Mapping, onChange: (mapping: Mapping) => void) => ReactNode;
};

/** A mapping being edited. It is used from the next run on, and a preview shows first what that changes. */
export function MappingForm({ source, stored, hint, children }: Props) {
  const { t } = useTranslation('source');
  const [edited, setEdited] = useState<Mapping>();
  const save = useSaveMapping();
  const toast = useToast();
  const mapping = edited ?? stored;
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
              {t('stands.review')}
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
        <Button onClick={store} loading={save.isPending} disabled={!edited || !mapping.external_id}>
          {t('mapping.save')}
        </Button>
        <Button variant="default" onClick={() => setEdited(undefined)} disabled={!edited || save.isPending}>
          {t('mapping.reset')}
        </Button>
        <span className="mute" role="status">
          {t(edited ? 'mapping.unsaved' : 'mapping.asStored')}
        </span>
      </div>
      <TryMapping source={source} mapping={mapping} />
    </>
  );
}
