import { conflictList, conflicts, type IamConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { useTakeBackConflicts } from '#data/sources/conflicts';
import { useToast } from '#ui/toast';

/** The latest decision, with an undo button until the next run acts on it. */
export function LastDecision({ source: { id, last_read_at } }: { source: IamConnection }) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const takeBack = useTakeBackConflicts();
  const mayTakeBack = useMay(conflicts.takeBack);
  const query = { connection_id: id, state: 'decided', sort: '-decided_at', limit: 1 } as const;
  const { data } = useQuery(recordsQuery(conflictList, { params: undefined, query }));
  const [last] = data?.rows ?? [];
  if (!last?.decided_at || !last.decided_by || !last.decision) return null;
  const { decided_at, decided_by, decision, kind } = last;
  if (last_read_at !== null && last_read_at >= decided_at) return null;
  const send = () =>
    takeBack.mutate(
      { connection_id: id, decided_at },
      {
        onSuccess: ({ reopened }) => toast.success(t('conflicts.takenBack', { count: reopened })),
        onError: (error) => toast.failure(error.message),
      },
    );
  return (
    <p className="conflict-last">
      {t('conflicts.last', { decision: t(`conflicts.decisions.${decision}`), name: decided_by })}{' '}
      <TimeAgo isInside instant={decided_at} />{' '}
      {mayTakeBack && kind !== 'returner' && (
        <Button variant="subtle" size="compact-sm" loading={takeBack.isPending} onClick={send}>
          {t('conflicts.takeBack')}
        </Button>
      )}
    </p>
  );
}
