import { drift, driftList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

type Of = { keyplan_id: string } | { connection_id: string };

/** How many changes were made directly in a key system, or to the rights of a plan; hidden without any. */
export function DriftNotice({ of }: { of: Of }) {
  const { t } = useTranslation('drift');
  const mayList = useMay(drift.list);
  const { data } = useQuery({
    ...recordsQuery(driftList, { query: { ...of, limit: 1 }, params: undefined }),
    enabled: mayList,
  });
  if (!data || data.total === 0) return null;
  const look = (
    <LinkButton to="/drift" search={of} variant="default">
      {t('word.reviewChanges')}
    </LinkButton>
  );
  return (
    <Notice tone="amber" title={t('notice.title', { count: data.total })} actions={look}>
      {t('notice.text')}
    </Notice>
  );
}
