import { changeSets, workList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { openWorkQuery } from '#data/key-systems/work-list';
import { waitingChangeSetsQuery } from '#data/tasks/change-sets';
import { formatNumber } from '#lib/format';

/** What needs attention on a screen of the navigation, as a number and in words. Undefined for nothing. */
export function useWaiting(): (path: unknown) => { count: string; words: string } | undefined {
  const { t } = useTranslation('shell');
  const { data: runs = 0 } = useQuery({ ...waitingChangeSetsQuery, enabled: useMay(changeSets.list) });
  const { data: entries = 0 } = useQuery({ ...openWorkQuery, enabled: useMay(workList.list) });
  return (path) => {
    if (path === '/change-sets' && runs > 0) {
      return { count: formatNumber(runs), words: t('words.waiting', { count: runs }) };
    }
    if (path === '/work-list' && entries > 0) {
      return { count: formatNumber(entries), words: t('words.openWork', { count: entries }) };
    }
    return undefined;
  };
}
