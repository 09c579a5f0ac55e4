import type { KeySystemConnection } from '@key2xs/contract';
import { Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { loadChunk } from '#lib/chunk';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { KeySystemDialog } from './dialog/key-system-dialog';
import { KeySystemCard } from './key-system-card';
import { KeySystemFilter } from './key-system-filter';
import { type KeySystemsSearch, keySystemsSearch } from './key-systems-search';
import { selectKeySystems } from './select-key-systems';
import { useFailureToast } from './use-failure-toast';
import './key-systems.css';

const DeleteKeySystemDialog = lazy(async () => ({
  default: (await loadChunk('DeleteKeySystemDialog', () => import('./delete-key-system-dialog'))).DeleteKeySystemDialog,
}));

/** Every key system with its health and actions. */
export function KeySystemsPage() {
  const { t } = useTranslation('key-systems');
  const { data, error, refetch, isFetching } = useQuery(keySystemsQuery);
  const [{ connection: opened }, setWanted] = useUrlState(keySystemsSearch);
  useFailureToast(error, t('toasts.loadFailed'));
  const actions = (
    <>
      <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
        {t('manager.refresh')}
      </Button>
      <LinkButton to="/add-key-system">{t('manager.add')}</LinkButton>
    </>
  );
  return (
    <Page title={t('manager.title')} about={t('manager.subtitle')} actions={actions}>
      <Connections />
      {opened && (
        <KeySystemDialog
          key={opened}
          id={opened}
          name={data?.find(({ id }) => id === opened)?.name}
          onClose={() => setWanted({ connection: undefined, tab: undefined, mode: undefined })}
        />
      )}
    </Page>
  );
}

/** Hides a list that can no longer be read: its statuses would be out of date. */
function Connections() {
  const { t } = useTranslation('key-systems');
  const { data: connections, error, refetch } = useQuery(keySystemsQuery);
  if (error) {
    return <Failure error={{ message: `${t('toasts.loadFailed')} ${error.message}` }} onRetry={refetch} />;
  }
  if (!connections) return <Loading label={t('manager.loading')} />;
  if (connections.length > 0) return <ConnectionList connections={connections} />;
  return (
    <Empty
      title={t('manager.none.title')}
      hint={t('manager.none.yet')}
      action={<LinkButton to="/add-key-system">{t('manager.add')}</LinkButton>}
    />
  );
}

function ConnectionList({ connections }: { connections: readonly KeySystemConnection[] }) {
  const { t } = useTranslation('key-systems');
  const [wanted, setWanted] = useUrlState(keySystemsSearch);
  const [deleting, setDeleting] = useState<KeySystemConnection>();
  const open = useOpenKeySystem();
  const shown = selectKeySystems(connections, wanted, (type) => t(`system_types.${type}`));
  const clear = () => setWanted({ search: undefined, status: undefined, type: undefined });
  return (
    <>
      <KeySystemFilter shown={shown.length} total={connections.length} />
      {shown.length === 0 && (
        <Empty
          title={t('manager.none.title')}
          hint={t('manager.none.match')}
          action={<Button onClick={clear}>{t('word.clearFilters')}</Button>}
        />
      )}
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
        {shown.map((connection) => (
          <KeySystemCard
            key={connection.id}
            connection={connection}
            onEdit={() => open(connection.id, { mode: 'edit' })}
            onDelete={() => setDeleting(connection)}
          />
        ))}
      </SimpleGrid>
      <Suspense>
        {deleting && <DeleteKeySystemDialog connection={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </>
  );
}

type Place = Pick<KeySystemsSearch, 'tab' | 'mode'>;

/** Opens the dialog of a connection over the filtered list; the back button closes it again. */
function useOpenKeySystem() {
  const navigate = useNavigate({ from: '/key-systems' });
  return (connection: string, { tab, mode }: Place = {}) =>
    void navigate({ search: (before) => ({ ...before, connection, tab, mode }), resetScroll: false });
}
