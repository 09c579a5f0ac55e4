import { type Administrator, administratorList, administratorStatuses, roles as kinds } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { optionsOf } from '#components/records/record-filters';
import { RecordList } from '#components/records/record-list';
import { adminRolesQuery, registrationPollMs, subAdminCountQuery } from '#data/people/administrators';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useAdministratorColumns } from './administrator-columns';
import { AdministratorDrawer } from './details/administrator-drawer';
import { nameOf } from './details/administrator-words';
import { EditDrawer } from './form/edit-drawer';

/** Everyone who can sign in, and service accounts. */
export function AdministratorsTab({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('administrators');
  const columns = useAdministratorColumns();
  const { data: roles } = useQuery(adminRolesQuery);
  const [editing, setEditing] = useState<Administrator>();
  return (
    <Stack gap="md">
      <Panel>
        <RecordList
          list={administratorList}
          everyMs={registrationPollMs}
          columns={columns}
          filters={[
            { name: 'role', label: t('kind'), options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
            { name: 'role_id', label: t('columns.roles'), options: optionsOf(roles?.items ?? []) },
            {
              name: 'status',
              label: t('columns.status'),
              options: administratorStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
            },
          ]}
          words={t('list', { returnObjects: true })}
          rowLabel={(row) => t('list.open', { name: nameOf(row) })}
          drawer={({ id, row, onClose }) =>
            !editing && <AdministratorDrawer id={id} row={row} onEdit={setEditing} onClose={onClose} />
          }
        />
        {editing && <EditDrawer key={editing.id} administrator={editing} onClose={() => setEditing(undefined)} />}
      </Panel>
      <NoSubAdmins onInvite={onInvite} />
    </Stack>
  );
}

/** The next step while every administrator is a super admin. */
function NoSubAdmins({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation('administrators');
  const [filter] = useListFilter(administratorList);
  const { data } = useQuery(subAdminCountQuery);
  if (data?.total !== 0 || Object.keys(filter).length > 0) return null;
  return (
    <Panel>
      <Empty
        title={t('list.none')}
        hint={t('list.noneHint')}
        action={<Button onClick={onInvite}>{t('invite')}</Button>}
      />
    </Panel>
  );
}
