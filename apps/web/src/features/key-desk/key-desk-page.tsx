import { keyList, keyReceipts } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useMay } from '#data/auth';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { Counters } from './counters';
import { Desk } from './desk';
import { type DeskMode, keyDeskSearch } from './key-desk-search';
import { DeskKeyList } from './key-list';
import { Rings } from './rings/rings';
import { ReceiptTextsPage } from './settings/receipt-texts';

/** Where every key is: counters, list, and the desk that hands keys out and takes them back. */
export function KeyDeskPage() {
  const { t } = useTranslation('key-desk');
  const [{ desk, giver, key, case: caseId, settings }, patch] = useUrlState(keyDeskSearch);
  const maySetTexts = useMay(keyReceipts.saveTexts);
  const open = (mode: DeskMode) => () => patch({ desk: mode });
  const close = () => patch({ desk: undefined, giver: undefined, key: undefined, case: undefined });
  if (desk) {
    const start = { giver, reserved: key, caseId };
    return <Desk mode={desk} start={start} onClose={close} key={[desk, giver, key, caseId].join(' ')} />;
  }
  if (settings === 'rings') return <Rings onClose={() => patch({ settings: undefined })} />;
  if (settings === 'texts' && maySetTexts) return <ReceiptTextsPage onClose={() => patch({ settings: undefined })} />;
  const actions = (
    <>
      <LinkButton to="/keys/stock-taking" variant="subtle">
        {t('counts.title')}
      </LinkButton>
      <Button variant="subtle" onClick={() => patch({ settings: 'rings' })}>
        {t('rings.title')}
      </Button>
      {maySetTexts && (
        <Button variant="subtle" onClick={() => patch({ settings: 'texts' })}>
          {t('texts.title')}
        </Button>
      )}
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
