import type { AdminRole } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { roleMembersQuery, useRemoveAdminRole } from '#data/people/administrators';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { nameOf } from '../details/administrator-words';

const MAX_NAMES = 10;

type Props = { role: AdminRole; onDeleted: () => void; onClose: () => void };

/** Deletes a role, or says who has it. */
export function DeleteRoleDialog({ role, onDeleted, onClose }: Props) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const remove = useRemoveAdminRole();
  const { name, members, invitations } = role;
  if (members + invitations > 0) {
    return (
      <Dialog title={t('roles.inUse')} onClose={onClose}>
        {members > 0 && <MemberNames role={role} />}
        {invitations > 0 && <p>{t('roles.invited', { count: invitations })}</p>}
      </Dialog>
    );
  }
  return (
    <DeleteDialog
      title={t('roles.removeTitle', { name })}
      confirmLabel={t('roles.removeConfirm')}
      closeLabel={t('word.close')}
      remove={() => remove.mutateAsync(role)}
      onDeleted={() => {
        toast.success(t('roles.removed', { name }));
        onDeleted();
      }}
      onFailed={() => undefined} // The dialog shows it.
      onClose={onClose}
    >
      <p>{t('roles.removeText')}</p>
    </DeleteDialog>
  );
}

function MemberNames({ role }: { role: AdminRole }) {
  const { t } = useTranslation('administrators');
  const { data, error, refetch } = useQuery(roleMembersQuery(role.id, MAX_NAMES));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  const names = data.rows.map(nameOf);
  const count = data.total - names.length;
  return <p>{count > 0 ? t('roles.inUseByMore', { names, count }) : t('roles.inUseBy', { names })}</p>;
}
