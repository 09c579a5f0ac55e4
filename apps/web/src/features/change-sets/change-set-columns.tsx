import { ChangeKind, type ChangeSet, type changeSetList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StateTag } from '#components/change-set-state-tag';
import type { RecordColumn } from '#components/records/record-list';
import { TimeAgo } from '#components/time-ago';
import { formatNumber } from '#lib/format';
import { useEffectWords } from './doors/use-effect-words';

export function useChangeSetColumns(): RecordColumn<typeof changeSetList>[] {
  const { t } = useTranslation('change-sets');
  return [
    { key: 'title', phone: 'title', header: t('list.columns.what'), cell: ({ title }) => title },
    {
      key: 'state',
      phone: 'aside',
      header: t('word.state'),
      cell: (changeSet) => <StateTag changeSet={changeSet} />,
    },
    {
      key: 'counts',
      phone: 'meta',
      header: t('list.words.title'),
      cell: (changeSet) => <Changes changeSet={changeSet} />,
      hideBelow: 640,
    },
    {
      key: 'created',
      phone: 'meta',
      sort: 'created_at',
      header: t('list.columns.created'),
      cell: ({ created_at }) => <TimeAgo instant={created_at} />,
      hideBelow: 480,
    },
    {
      key: 'decision',
      header: t('list.columns.decision'),
      cell: ({ decision }) => decision && t('list.by', { name: decision.by }),
      hideBelow: 960,
    },
  ];
}

/** People and doors where known; for an import also 6,882 joiners, 8,635 leavers … */
function Changes({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { losing, gaining, hours } = useEffectWords(changeSet);
  const doors = [losing, gaining, hours].flatMap((words) => words ?? []);
  const { counts, kind, effect } = changeSet;
  const isAboutDoors = kind === 'key_system' && effect !== null && doors.length > 0;
  const kinds = isAboutDoors ? [] : ChangeKind.options.filter((one) => (counts[one] ?? 0) > 0);
  const parts = [...doors, ...kinds.map((one) => `${t(`counts.${one}`)} ${formatNumber(counts[one] ?? 0)}`)];
  return parts.length === 0 ? <span className="mute">{t('list.nothing')}</span> : parts.join(' · ');
}
