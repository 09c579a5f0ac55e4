import type { IamConnection } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { iamConnectionsQuery } from '#data/sources/iam';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataTable } from '#ui/table/data-table';
import { DeleteSourceDialog } from './delete-source-dialog';
import { EditSourceDrawer } from './edit-source';
import { useSourceColumns } from './source-columns';

/** All identity sources with their health. */
export function AllSources() {
  const { t } = useTranslation('iam');
  const add = <LinkButton to="/connect/iam-wizard">{t('word.addIdentitySource')}</LinkButton>;
  return (
    <Page title={t('manager.title')} about={t('manager.subtitle')} actions={add}>
      <Panel>
        <SourceList />
      </Panel>
    </Page>
  );
}

type Dialog = { action: 'edit' | 'delete'; source: IamConnection };

function SourceList() {
  const { t } = useTranslation('iam');
  const { data: sources, error, refetch } = useQuery(iamConnectionsQuery);
  const [dialog, setDialog] = useState<Dialog>();
  const columns = useSourceColumns({
    onEdit: (source) => setDialog({ action: 'edit', source }),
    onDelete: (source) => setDialog({ action: 'delete', source }),
  });
  const close = () => setDialog(undefined);

  if (error && !sources) return <Failure error={error} onRetry={refetch} />;
  if (!sources) return <Loading label={t('manager.loading')} />;
  if (sources.length === 0) {
    const add = <LinkButton to="/connect/iam-wizard">{t('word.addIdentitySource')}</LinkButton>;
    return <Empty title={t('manager.none')} hint={t('manager.noneHint')} action={add} />;
  }
  const present = sources.find(({ id }) => id === dialog?.source.id) ?? dialog?.source;
  return (
    <>
      <DataTable caption={t('word.identitySources')} columns={columns} rows={sources} rowKey={({ id }) => id} />
      <Suspense>
        {present && dialog?.action === 'edit' && <EditSourceDrawer source={present} onClose={close} />}
      </Suspense>
      {dialog?.action === 'delete' && <DeleteSourceDialog source={dialog.source} onClose={close} />}
    </>
  );
}
