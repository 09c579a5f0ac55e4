import type { AdminRole } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#components/use-unsaved';
import { useCreateAdminRole, useUpdateAdminRole } from '#data/people/administrators';
import { LinkButton } from '#ui/link-button';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { useToast } from '#ui/toast';
import { DeleteRoleDialog } from './delete-role-dialog';
import { RoleForm, type RoleValues } from './role-form';

type Props = { /** Undefined to create one. */ role: AdminRole | undefined; onClose: () => void };

export function RoleDrawer({ role, onClose }: Props) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const create = useCreateAdminRole();
  const update = useUpdateAdminRole();
  const { setIsDirty, close, question } = useUnsaved(onClose);
  const submit = async ({ reason, ...settings }: RoleValues) => {
    const { name } = role
      ? await update.mutateAsync({ role, changes: { ...settings, ...(reason.trim() && { reason }) } })
      : await create.mutateAsync({ body: settings });
    toast.success(t('roles.saved', { name }));
    onClose();
  };
  return (
    <SideDrawer title={t(role ? 'roles.edit' : 'roles.create')} opened onClose={close}>
      <RoleForm role={role} onSubmit={submit} onCancel={close} onDirty={setIsDirty} />
      {role && <Members role={role} onDeleted={onClose} />}
      {question}
    </SideDrawer>
  );
}

function Members({ role, onDeleted }: { role: AdminRole; onDeleted: () => void }) {
  const { t } = useTranslation('administrators');
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <div className="actions" style={{ marginTop: 24 }}>
      {role.members > 0 && (
        <LinkButton to="/admin/sub-admins" search={{ role_id: role.id }} variant="default">
          {t('roles.showMembers', { count: role.members })}
        </LinkButton>
      )}
      <Button variant="default" color="red" onClick={() => setIsDeleting(true)}>
        {t('roles.remove')}
      </Button>
      {isDeleting && <DeleteRoleDialog role={role} onDeleted={onDeleted} onClose={() => setIsDeleting(false)} />}
    </div>
  );
}
