import { type AccessProfile, type KeyPlan, keyPlans } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '#components/delete-dialog';
import { useMay } from '#data/auth';
import { profilesQuery, useDeleteProfile } from '#data/plans/access-profiles';
import { rulesQuery } from '#data/plans/access-rules';
import { loadChunk } from '#lib/chunk';
import { formatNumber } from '#lib/format';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { type Column, DataTable } from '#ui/table/data-table';
import { useToast } from '#ui/toast';

const loadDrawers = () => loadChunk('ProfileDrawers', () => import('./profile-drawers'));
const CreateProfileDrawer = lazy(async () => ({ default: (await loadDrawers()).CreateProfileDrawer }));
const EditProfileDrawer = lazy(async () => ({ default: (await loadDrawers()).EditProfileDrawer }));
/** Preloads on hover or focus. After a failure, pressing the button tries again. */
const prepare = () => void loadDrawers().catch(() => undefined);

type Open = { is: 'create' } | { is: 'edit' | 'delete'; profile: AccessProfile };

/** Access profiles of the plan: doors that belong together. */
export function ProfilesTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const { data, error, refetch } = useQuery(profilesQuery(plan.id));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayAdd = useMay(keyPlans.createProfile);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('profiles.loading')} />;

  const add = mayAdd && (
    <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen({ is: 'create' })}>
      {t('profiles.add')}
    </Button>
  );
  const keySystemIds = plan.key_system_connections.map(({ id }) => id);
  return (
    <>
      {data.items.length === 0 ? (
        <Panel>
          <Empty title={t('profiles.none')} hint={t('profiles.noneHint')} action={add} />
        </Panel>
      ) : (
        <Panel title={t('plan.tabs.profiles')} actions={add}>
          <ProfileTable plan={plan} profiles={data.items} onOpen={setOpen} />
        </Panel>
      )}
      <Suspense>
        {open?.is === 'create' && <CreateProfileDrawer planId={plan.id} keySystemIds={keySystemIds} onClose={close} />}
        {open?.is === 'edit' && (
          <EditProfileDrawer profile={open.profile} keySystemIds={keySystemIds} onClose={close} />
        )}
      </Suspense>
      {open?.is === 'delete' && <ProfileRemoval profile={open.profile} onClose={close} />}
    </>
  );
}

type TableProps = { plan: KeyPlan; profiles: readonly AccessProfile[]; onOpen: (open: Open) => void };

function ProfileTable({ plan, profiles, onOpen }: TableProps) {
  const { t } = useTranslation('key-plans');
  const rulesUsing = useRulesUsing(plan);
  const mayDelete = useMay(keyPlans.removeProfile);
  const columns: Column<AccessProfile>[] = [
    { key: 'name', phone: 'title', header: t('profiles.columns.name'), cell: ({ name }) => name },
    {
      key: 'description',
      phone: 'meta',
      header: t('profiles.columns.description'),
      cell: ({ description }) => description,
      hideBelow: 640,
    },
    {
      key: 'groups',
      phone: 'meta',
      header: t('profiles.columns.groups'),
      cell: ({ cylinder_group_ids }) => formatNumber(cylinder_group_ids.length),
      align: 'right',
    },
    {
      key: 'cylinders',
      phone: 'meta',
      header: t('profiles.columns.cylinders'),
      cell: ({ cylinders }) => formatNumber(cylinders),
      align: 'right',
    },
    {
      key: 'rules',
      phone: 'meta',
      header: t('profiles.columns.rules'),
      cell: ({ id, name }) => <RulesUsing plan={plan} name={name} count={rulesUsing?.get(id)} />,
      align: 'right',
    },
    {
      key: 'who',
      phone: 'meta',
      header: t('profiles.columns.who'),
      cell: ({ id, name }) => (
        <PlaceLink to="/access/who" search={{ of: 'profile', id }} aria-label={t('profiles.whoOf', { name })}>
          {t('profiles.who')}
        </PlaceLink>
      ),
      hideBelow: 640,
    },
    {
      key: 'action',
      phone: 'aside',
      header: t('profiles.columns.action'),
      cell: (profile) => (
        <Button
          variant="default"
          aria-label={t('profiles.deleteNamed', { name: profile.name })}
          onClick={() => onOpen({ is: 'delete', profile })}
        >
          {t('profiles.delete')}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('profiles.caption')}
      columns={columns.filter(({ key }) => mayDelete || key !== 'action')}
      rows={profiles}
      rowKey={({ id }) => id}
      onRowClick={(profile) => onOpen({ is: 'edit', profile })}
      rowLabel={({ name }) => t('profiles.open', { name })}
    />
  );
}

/** How many rules of the plan name each access profile; undefined until they are read. */
function useRulesUsing(plan: KeyPlan): ReadonlyMap<string, number> | undefined {
  const [source] = plan.iam_connections;
  const scope = { planId: plan.id, connectionId: source?.id ?? '' };
  const { data: rules } = useQuery({ ...rulesQuery(scope), enabled: source !== undefined });
  if (!rules) return undefined;
  const uses = new Map<string, number>();
  for (const { object_identifier: id } of rules.flatMap(({ objects }) => objects))
    uses.set(id, (uses.get(id) ?? 0) + 1);
  return uses;
}

/** Leads to the rules that name a profile. */
function RulesUsing({ plan, name, count = 0 }: { plan: KeyPlan; name: string; count: number | undefined }) {
  const { t } = useTranslation('key-plans');
  if (count === 0) return '–';
  return (
    <PlaceLink
      to="/keys/key-plans/$id"
      params={{ id: plan.id }}
      search={{ tab: 'rules', search: name }}
      aria-label={t('profiles.rulesOf', { count, name })}
    >
      {formatNumber(count)}
    </PlaceLink>
  );
}

function ProfileRemoval({ profile, onClose }: { profile: AccessProfile; onClose: () => void }) {
  const { t } = useTranslation('key-plans');
  const remove = useDeleteProfile();
  const toast = useToast();
  const { name, cylinders } = profile;
  return (
    <DeleteDialog
      title={t('profiles.deleteTitle', { name })}
      confirmLabel={t('profiles.delete')}
      closeLabel={t('profiles.close')}
      remove={() => remove.mutateAsync(profile)}
      onDeleted={() => toast.success(t('profiles.toasts.deleted', { name }))}
      onFailed={(error) => toast.failure(error instanceof Error ? error.message : t('failed'))}
      onClose={onClose}
    >
      {t('profiles.deleteEffect', { count: cylinders })}
    </DeleteDialog>
  );
}
