import type { KeySystemConnection } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useDeleteKeySystem } from '#data/key-systems/key-systems';
import { useToast } from '#ui/toast';

type Props = { connection: KeySystemConnection; onClose: () => void };

export function DeleteKeySystemDialog({ connection, onClose }: Props) {
  const { t } = useTranslation('key-systems');
  const remove = useDeleteKeySystem();
  const toast = useToast();
  const { id, name } = connection;
  return (
    <DeleteDialog
      title={t('remove.title')}
      confirmLabel={t('word.delete')}
      closeLabel={t('word.close')}
      remove={() => remove.mutateAsync(id)}
      onDeleted={() => toast.success(t('toasts.deleted', { name }))}
      onFailed={() => toast.failure(t('toasts.deleteFailed', { name }))}
      onClose={onClose}
      places={{ locking_plans: `/key-systems/${id}/locking-plan`, work_items: `/work-list?connection_id=${id}` }}
    >
      <Question connection={connection} />
    </DeleteDialog>
  );
}

function Question({ connection: { name, cylinders, cylinder_groups } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const effect = {
    cylinders: t('counted.cylinders', { count: cylinders }),
    groups: t('card.groups', { count: cylinder_groups }),
  };
  return (
    <>
      <p>{t('remove.question', { name })}</p>
      <p style={{ marginTop: 8 }}>{t('remove.final')}</p>
      <p className="mute" style={{ marginTop: 8 }}>
        {t('remove.effect', effect)}
      </p>
    </>
  );
}
