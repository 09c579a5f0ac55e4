import { keyPlanList, keyPlans } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useMay } from '#data/auth';
import { Page } from '#ui/page';
import { useUrlState } from '#ui/table/url-state';
import { CreatePlanDrawer } from './form/create-plan-drawer';
import { KeyPlanList } from './key-plan-list';
import { keyPlansSearch } from './key-plans-search';
import { OtherWays } from './other-ways';

/** Every key plan, with its state and what it is linked to. */
export function KeyPlansPage() {
  const { t } = useTranslation('key-plans');
  const [{ dialog }, setState] = useUrlState(keyPlansSearch);
  const mayCreate = useMay(keyPlans.create);
  const create = mayCreate && <Button onClick={() => setState({ dialog: 'create' })}>{t('list.create')}</Button>;
  const actions = (
    <>
      <ExportButton list={keyPlanList} />
      {mayCreate && <OtherWays />}
      {create}
    </>
  );
  return (
    <Page title={t('list.title')} about={t('list.subtitle')} actions={actions}>
      <KeyPlanList create={create} />
      {mayCreate && dialog === 'create' && <CreatePlanDrawer onClose={() => setState({ dialog: undefined })} />}
    </Page>
  );
}
