import {
  type ChangeSet,
  type RenameDecision,
  type RenameFinding,
  type RenameFindings,
  renames,
} from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunAgain } from '#components/run-again';
import { useMay } from '#data/auth';
import { renamesQuery, useDecideRenames } from '#data/sources/renames';
import { isMoving } from '#data/tasks/change-sets';
import { runOf } from '#data/tasks/run-again';
import { Notice } from '#ui/notice';
import { Failure } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { DecideDialog, type PendingDecision } from './decide-dialog';
import { FindingRow } from './finding-row';
import './renames.css';

/** Probable renames: to be decided while the changes wait for it, otherwise for information. */
export function RenamesPanel({ changeSet }: { changeSet: ChangeSet }) {
  const isStopped = changeSet.guards.some(({ reason }) => reason === 'rename');
  const hasMovers = (changeSet.counts.mover ?? 0) > 0;
  const { data, error, refetch } = useQuery({
    ...renamesQuery(changeSet.id),
    enabled: (isStopped || hasMovers) && !isMoving(changeSet),
  });
  if (data && data.items.length > 0) return <Findings changeSet={changeSet} found={data} isStopped={isStopped} />;
  return error && isStopped ? <Failure error={error} onRetry={refetch} /> : null;
}

const isUndecided = ({ stops, decision }: RenameFinding) => stops && decision === null;

type FindingsProps = { changeSet: ChangeSet; found: RenameFindings; isStopped: boolean };

function Findings({ changeSet, found, isStopped }: FindingsProps) {
  const { t } = useTranslation('change-sets');
  const { state, id } = changeSet;
  const isWaiting = isStopped && state === 'quarantined';
  const mayDecide = useMay(renames.decide);
  const { pending, setPending, decide, isPending } = useDecision(id, found);
  const open = found.items.filter(isUndecided);
  const rowOf = (finding: RenameFinding) => {
    const canUndo = mayDecide && isWaiting && open.length > 0 && finding.stops && finding.decision?.is !== 'carry_over';
    return (
      <FindingRow
        key={finding.id}
        finding={finding}
        isOpen={mayDecide && isWaiting && finding.stops}
        onDecide={(decision) => setPending({ decision, findings: [finding] })}
        onUndo={canUndo ? () => decide({ decision: null, findings: [finding] }) : undefined}
      />
    );
  };
  const informative = isWaiting ? found.items.filter(({ stops }) => !stops) : found.items;
  const harmless = informative.length > 0 && (
    <details className="renames">
      <summary>
        {t('renames.informative')} ({informative.length})
      </summary>
      <ul>{informative.map(rowOf)}</ul>
    </details>
  );
  if (!isWaiting) return harmless;
  return (
    <section className="renames" aria-label={t('renames.title')}>
      <Notice
        tone="amber"
        title={t('renames.title')}
        actions={open.length === 0 && <RunAgain of={runOf(changeSet)} isDryRun label={t('renames.again')} />}
      >
        {t('renames.waits')}
      </Notice>
      {mayDecide && open.length > 1 && <DecideAll open={open} onDecide={setPending} />}
      <ul>{found.items.filter(({ stops }) => stops).map(rowOf)}</ul>
      {harmless}
      {pending && (
        <DecideDialog
          changeSetId={id}
          pending={pending}
          isBusy={isPending}
          onConfirm={(details) => decide(pending, details)}
          onClose={() => setPending(undefined)}
        />
      )}
    </section>
  );
}

const decisions: readonly RenameDecision[] = ['carry_over', 'map_for_good', 'not_a_rename'];

/** One decision for all findings that allow it; the others stay open. */
function DecideAll({
  open,
  onDecide,
}: {
  open: readonly RenameFinding[];
  onDecide: (pending: PendingDecision) => void;
}) {
  const { t } = useTranslation('change-sets');
  return (
    <fieldset className="rename-all">
      <legend>{t('renames.all.title')}</legend>
      <div className="actions">
        {decisions.map((decision) => {
          const findings = open.filter(({ choices }) => choices.includes(decision));
          return findings.length === 0 ? null : (
            <Button key={decision} variant="default" onClick={() => onDecide({ decision, findings })}>
              {t(`renames.all.${decision}`, { count: findings.length })}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}

type Decision = { decision: RenameDecision | null; findings: readonly RenameFinding[] };

function useDecision(id: string, { version }: RenameFindings) {
  const { t } = useTranslation('change-sets');
  const [pending, setPending] = useState<PendingDecision>();
  const { mutate, isPending } = useDecideRenames(id);
  const navigate = useNavigate();
  const toast = useToast();
  const decide = (
    { decision, findings }: Decision,
    { reason = '', accept_gaining }: { reason?: string; accept_gaining?: number } = {},
  ) =>
    mutate(
      {
        version,
        decisions: findings.map((finding) => ({ finding_id: finding.id, decision })),
        ...(reason.trim() && { reason }),
        ...(accept_gaining !== undefined && { accept_gaining }),
      },
      {
        onSuccess: ({ task }) => {
          toast.success(t(decision === null ? 'renames.undone' : task ? 'renames.toast.again' : 'renames.toast.kept'));
          if (task) void navigate({ to: '/tasks/$id', params: { id: task.task_id } });
        },
        onError: (error) => toast.failure(error.message),
        onSettled: () => setPending(undefined),
      },
    );
  return { pending, setPending, decide, isPending };
}
