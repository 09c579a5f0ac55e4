import { keyList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { Counters } from './counters';
import { Desk } from './desk';
import { type DeskMode, keyDeskSearch } from './key-desk-search';
import { DeskKeyList } from './key-list';

/** Where every key is: counters, list, and the desk that hands keys out and takes them back. */
export function KeyDeskPage() {
  const { t } = useTranslation('key-desk');
  const [{ desk }, patch] = useUrlState(keyDeskSearch);
  const open = (mode: DeskMode) => () => patch({ desk: mode });
  if (desk) return <Desk mode={desk} onClose={() => patch({ desk: undefined })} key={desk} />;
  const actions = (
    <>
      <ExportButton list={keyList} />
      <Button variant="default" onClick={open('return')}>
        {t('takeBack')}
      </Button>
      <Button onClick={open('hand_out')}>{t('handOut')}</Button>
    </>
  );
  return (
    <Page title={t('title')} about={t('subtitle')} actions={actions}>
      <Counters />
      <Panel>
        <DeskKeyList />
      </Panel>
    </Page>
  );
}
