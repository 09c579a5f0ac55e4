import type { Administrator } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#components/use-unsaved';
import { useMe } from '#data/auth';
import { useUpdateAdministrator } from '#data/people/administrators';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { AdministratorForm } from './administrator-form';
import { type AdministratorValues, changesOf, valuesOf } from './administrator-values';

type Props = { administrator: Administrator; onClose: () => void };

export function EditDrawer({ administrator, onClose }: Props) {
  const { t } = useTranslation('administrators');
  const update = useUpdateAdministrator();
  const toast = useToast();
  const { setIsDirty, close, question } = useUnsaved(onClose);
  const isOwn = useMe()?.id === administrator.id;
  const name = administrator.name ?? administrator.username;
  const before = valuesOf(administrator);
  const submit = async (values: AdministratorValues) => {
    const changes = changesOf(before, values);
    if (Object.keys(changes).some((field) => field !== 'reason')) {
      await update.mutateAsync({ administrator, changes });
      toast.success(t('form.saved', { name }));
    }
    onClose();
  };
  return (
    <SideDrawer title={t('form.edit', { name })} opened onClose={close}>
      <AdministratorForm
        values={before}
        submitLabel={t('word.save')}
        hasRights={!isOwn}
        hasReason
        onSubmit={submit}
        onCancel={close}
        onDirty={setIsDirty}
      />
      {isOwn && <p className="mute">{t('details.own')}</p>}
      {question}
    </SideDrawer>
  );
}
