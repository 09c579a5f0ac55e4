import type { IamConnection } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useDeleteIamConnection } from '#data/sources/iam';
import { useToast } from '#ui/toast';

type Props = { source: IamConnection; onClose: () => void };

export function DeleteSourceDialog({ source: { id, name, people }, onClose }: Props) {
  const { t } = useTranslation('iam');
  const remove = useDeleteIamConnection();
  const toast = useToast();
  return (
    <DeleteDialog
      title={t('remove.title', { name })}
      confirmLabel={t('word.delete')}
      closeLabel={t('word.close')}
      remove={() => remove.mutateAsync(id)}
      onDeleted={() => toast.success(t('remove.toast', { name }))}
      onFailed={(error) => {
        if (error instanceof Error) toast.failure(error.message);
      }}
      onClose={onClose}
    >
      <p>{t('remove.effect', { count: people })}</p>
      <p className="mute">{t('remove.rule')}</p>
    </DeleteDialog>
  );
}
