import { conflictList, maxConflictsAtOnce } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { BulkBar } from '#ui/table/bulk-bar';
import { type BulkDecision, bulkDecisions, type Selection } from './bulk-decisions';
import { DecideMany } from './decide-many';

type Props = { sourceId: string; selection: Selection; onChange: (selection: Selection | undefined) => void };

/** Decisions for the selected conflicts, and a button to select all of their kind. */
export function ConflictBar({ sourceId, selection, onChange }: Props) {
  const { t } = useTranslation('source');
  const [decision, setDecision] = useState<BulkDecision>();
  const { kind, ids } = selection;
  const query = { connection_id: sourceId, state: 'open', kind, limit: 1 } as const;
  const { data } = useQuery(recordsQuery(conflictList, { params: undefined, query }));
  const all = data?.total ?? 0;
  const count = ids === 'all' ? all : ids.length;
  return (
    <BulkBar label={t('conflicts.many.label')} count={t('conflicts.many.chosen', { count })}>
      {ids !== 'all' && all > ids.length && all <= maxConflictsAtOnce && (
        <Button variant="subtle" onClick={() => onChange({ kind, ids: 'all' })}>
          {t(`conflicts.many.all.${kind}`, { count: all })}
        </Button>
      )}
      {bulkDecisions[kind].map((one) => (
        <Button key={one} variant="default" onClick={() => setDecision(one)}>
          {t(`conflicts.decisions.${one}`)}
        </Button>
      ))}
      <Button variant="subtle" onClick={() => onChange(undefined)}>
        {t('conflicts.many.none')}
      </Button>
      {decision && (
        <DecideMany
          sourceId={sourceId}
          selection={selection}
          count={count}
          decision={decision}
          onDone={() => onChange(undefined)}
          onClose={() => setDecision(undefined)}
        />
      )}
    </BulkBar>
  );
}
