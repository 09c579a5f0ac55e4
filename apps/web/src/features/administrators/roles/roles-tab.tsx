import type { AdminRole } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminRolesQuery } from '#data/people/administrators';
import { formatNumber } from '#lib/format';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { RoleDrawer } from './role-drawer';

type Props = {
  /** The role in the URL, `new` for one that is being created. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** The named sets of functions that sub-admins have. */
export function RolesTab({ open, onOpen }: Props) {
  const { t } = useTranslation('administrators');
  const { data, error, refetch } = useQuery(adminRolesQuery);
  const columns: Column<AdminRole>[] = [
    { key: 'name', phone: 'title', header: t('roles.name'), width: '24%', clip: ({ name }) => name },
    {
      key: 'may',
      phone: 'meta',
      header: t('roles.may'),
      width: '46%',
      clip: ({ functions }) => functions.map((name) => t(`functions.${name}.name`)).join(', ') || t('roles.nothing'),
    },
    {
      key: 'factor',
      header: t('roles.second'),
      hideBelow: 768,
      cell: ({ needs_second_factor }) => t(needs_second_factor ? 'roles.needed' : 'roles.notNeeded'),
    },
    {
      key: 'members',
      phone: 'aside',
      header: t('roles.members'),
      align: 'right',
      cell: ({ members }) => formatNumber(members),
    },
  ];
  const close = () => onOpen(undefined);
  const opened = data?.items.find(({ id }) => id === open);
  return (
    <Panel>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('roles.loading')} />)}
      {data?.items.length === 0 && (
        <Empty
          title={t('roles.none')}
          hint={t('roles.noneHint')}
          action={<Button onClick={() => onOpen('new')}>{t('roles.create')}</Button>}
        />
      )}
      {data && data.items.length > 0 && (
        <DataTable
          caption={t('roles.caption')}
          columns={columns}
          rows={data.items}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => t('list.open', { name })}
          onRowClick={({ id }) => onOpen(id)}
          isCurrent={({ id }) => id === open}
        />
      )}
      {(opened || (data && open === 'new')) && <RoleDrawer key={open} role={opened} onClose={close} />}
    </Panel>
  );
}
