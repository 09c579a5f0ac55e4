import { type Key, type KeyCase, keyCases } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { openCaseQuery, useOpenCase } from '#data/key-systems/key-cases';
import { useReason } from '#lib/use-reason';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

function useCaseOf(item: Key) {
  const may = useMay(keyCases.list);
  const { data } = useQuery({ ...openCaseQuery(item.id), enabled: may });
  return { isKnown: data !== undefined, open: data?.rows[0] };
}

/** The case of a joiner has no key. */
type KindOfKey = Exclude<KeyCase['kind'], 'joiner'>;

/** The open case of a key. */
export function OpenCase({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const { open } = useCaseOf(item);
  if (!open) return null;
  return (
    <Notice
      tone={open.is_overdue ? 'red' : 'amber'}
      title={t(`case.kinds.${open.kind as KindOfKey}`)}
      actions={
        <LinkButton to="/keys/cases/$id" params={{ id: open.id }} size="compact-sm" variant="default">
          {t('case.show')}
        </LinkButton>
      }
    >
      {t('case.text')}
    </Notice>
  );
}

/** Opens a case where there is none: of a key that is out and not at hand, and of a lost one. */
export function CaseButtons({ item }: { item: Key }) {
  const { t } = useTranslation('key-desk');
  const { isKnown, open } = useCaseOf(item);
  const [kind, setKind] = useState<'forgotten' | 'lost'>();
  const may = useMay(keyCases.open);
  const { state } = item.custody;
  if (!may || !isKnown || open || (state !== 'handed_out' && state !== 'lost')) return null;
  const offered = state === 'lost' ? 'lost' : 'forgotten';
  return (
    <>
      <Button variant="default" onClick={() => setKind(offered)}>
        {t(`case.open.${offered}.action`)}
      </Button>
      {kind && <OpenCaseDialog item={item} kind={kind} onClose={() => setKind(undefined)} />}
    </>
  );
}

function OpenCaseDialog({ item, kind, onClose }: { item: Key; kind: 'forgotten' | 'lost'; onClose: () => void }) {
  const { t } = useTranslation('key-desk');
  const navigate = useNavigate();
  const openCase = useOpenCase();
  const { field, take } = useReason();
  const confirm = () => {
    const note = take();
    if (!note) return;
    openCase.mutate(
      { key_id: item.id, kind, note },
      { onSuccess: ({ id }) => navigate({ to: '/keys/cases/$id', params: { id } }) },
    );
  };
  return (
    <ConfirmDialog
      title={t(`case.open.${kind}.title`, { name: item.marking })}
      confirmLabel={t('case.open.confirm')}
      isBusy={openCase.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`case.open.${kind}.text`)}</p>
      {openCase.error && <Notice tone="red" title={openCase.error.message} />}
    </ConfirmDialog>
  );
}
