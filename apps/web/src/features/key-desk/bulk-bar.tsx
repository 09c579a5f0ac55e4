import type { Key } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkBar as Bar } from '#ui/table/bulk-bar';
import { useUrlState } from '#ui/table/url-state';
import { keepChosen } from './chosen-keys';
import { ExtendDialog } from './extend-dialog';
import { keyDeskSearch } from './key-desk-search';
import { LabelsDialog } from './labels-dialog';
import { RingDialog } from './rings/ring-dialog';

/** What can be done with several keys of the list. */
export function BulkBar({ keys, onClear }: { keys: readonly Key[]; onClear: () => void }) {
  const { t } = useTranslation('key-desk');
  const [, patch] = useUrlState(keyDeskSearch);
  const [isExtending, setIsExtending] = useState(false);
  const [isHanging, setIsHanging] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const out = keys.filter(({ custody }) => custody.state === 'handed_out');
  const inStock = keys.filter(({ custody }) => custody.state === 'in_stock' || custody.state === 'reserved');
  const holders = new Set(out.map(({ custody }) => JSON.stringify(custody.holder)));
  const take = (desk: 'hand_out' | 'return', chosen: readonly Key[]) => () => {
    keepChosen(chosen);
    patch({ desk });
  };
  return (
    <Bar label={t('bulk.label')} count={t('bulk.selected', { count: keys.length })}>
      {inStock.length === keys.length && <Button onClick={take('hand_out', inStock)}>{t('handOut')}</Button>}
      {out.length === keys.length && holders.size === 1 && (
        <Button onClick={take('return', out)}>{t('takeBack')}</Button>
      )}
      {out.length > 0 && (
        <Button variant="default" onClick={() => setIsExtending(true)}>
          {t('extend.action')}
        </Button>
      )}
      <Button variant="default" onClick={() => setIsPrinting(true)}>
        {t('labels.action')}
      </Button>
      <Button variant="default" onClick={() => setIsHanging(true)}>
        {t('rings.create')}
      </Button>
      <Button variant="subtle" onClick={onClear}>
        {t('bulk.clear')}
      </Button>
      {isHanging && <RingDialog keys={keys} onClose={() => setIsHanging(false)} onDone={onClear} />}
      {isPrinting && <LabelsDialog keys={keys} onClose={() => setIsPrinting(false)} />}
      {isExtending && <ExtendDialog keys={out} onClose={() => setIsExtending(false)} onDone={onClear} />}
    </Bar>
  );
}
