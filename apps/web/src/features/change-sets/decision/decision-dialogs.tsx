import type { ChangeSet } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowOnce, useApplyChangeSet, useDiscardChangeSet } from '#data/tasks/change-sets';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { writesOf } from '../doors/change-set-tab';
import { kindsOfChangeSet } from '../kinds';
import { EffectList } from './effect-list';

type Props = { changeSet: ChangeSet; onClose: () => void };

const counted = ({ total }: ChangeSet) => ({ count: total });

export function ApplyDialog({ changeSet, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const apply = useApplyChangeSet();
  const toast = useToast();
  const { written, byHand, adopted } = writesOf(changeSet);
  const isByHand = written === 0 && byHand > 0;
  const isAdoption = adopted > 0 && written + byHand === 0;
  const of = isByHand ? 'ByHand' : isAdoption ? 'Adoption' : '';
  const confirm = () =>
    apply.mutate(changeSet.id, {
      onSuccess: () => toast.info(t(isByHand ? 'apply.toastByHand' : 'apply.toast')),
      onError: (error) => toast.failure(error.message),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      title={t(`apply.title${of}`)}
      confirmLabel={t(`apply.confirm${of}`, counted(changeSet))}
      isBusy={apply.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <EffectList changeSet={changeSet} />
      <p className="mute">{t(isByHand ? 'apply.byHand' : kindsOfChangeSet[changeSet.kind].consequence)}</p>
    </ConfirmDialog>
  );
}

export function AllowOnceDialog({ changeSet, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const allow = useAllowOnce();
  const toast = useToast();
  const { field, take } = useReason();
  const confirm = () => {
    const reason = take();
    if (reason === undefined) return;
    allow.mutate(
      { id: changeSet.id, reason },
      {
        onSuccess: () => toast.info(t('apply.toast')),
        onError: (error) => toast.failure(error.message),
        onSettled: onClose,
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('allow.title')}
      confirmLabel={t('allow.confirm')}
      isDangerous
      isBusy={allow.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <EffectList changeSet={changeSet} />
      <p className="mute">{t('allow.text')}</p>
    </ConfirmDialog>
  );
}

export function DiscardDialog({ changeSet, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const discard = useDiscardChangeSet();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const confirm = () =>
    discard.mutate(
      { id: changeSet.id, reason },
      {
        onSuccess: () => toast.success(t('discardDialog.toast')),
        onError: (error) => toast.failure(error.message),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={t('discardDialog.title')}
      confirmLabel={t('word.discard')}
      isDangerous
      isBusy={discard.isPending}
      reason={{ label: t('reason.optional'), value: reason, onChange: setReason }}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('discardDialog.text', counted(changeSet))}</p>
    </ConfirmDialog>
  );
}
