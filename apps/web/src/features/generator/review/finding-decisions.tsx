import { type CleaningFinding, suggestions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useDecideFindings } from '#data/plans/generator';
import { useReason } from '#lib/use-reason';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';

type Decision = CleaningFinding['decision'];
type Finding = Pick<CleaningFinding, 'id' | 'kind' | 'decision'>;

/** A right that is missing can be added; one that someone has can be removed. Leavers end with their source. */
const changes: Partial<Record<Finding['kind'], Decision>> = {
  missing: 'add',
  outlier: 'remove',
  unused: 'remove',
  doubled: 'remove',
};

const allows = ({ kind, decision: now }: Finding, decision: Decision): boolean =>
  decision !== now && (decision === 'keep' || decision === 'open' || changes[kind] === decision);

type Props = { runId: string; findings: readonly Finding[]; onDone?: () => void };

/** Keep, remove or add in the draft, where the findings allow it. */
export function FindingDecisions({ runId, findings, onDone }: Props) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const [asking, setAsking] = useState<'remove' | 'add'>();
  const decide = useDecideFindings();
  if (!useMay(suggestions.decideFindings)) return null;
  const apply = (decision: Decision, reason?: string) => {
    const ids = findings.filter((finding) => allows(finding, decision)).map(({ id }) => id);
    // Not by callbacks of `mutate`: a filtered list may have no row of the finding any more.
    void decide.mutateAsync({ runId, body: { ids, decision, ...(reason !== undefined && { reason }) } }).then(
      ({ decided }) => {
        toast.success(t('review.done', { count: decided }));
        setAsking(undefined);
        onDone?.();
      },
      ({ message }: Error) => toast.failure(message),
    );
  };
  const offered = (['keep', 'remove', 'add', 'open'] as const).filter((decision) =>
    findings.some((finding) => allows(finding, decision)),
  );
  return (
    <>
      {offered.map((decision) => (
        <Button
          key={decision}
          variant="default"
          loading={decide.isPending}
          onClick={() => (decision === 'remove' || decision === 'add' ? setAsking(decision) : apply(decision))}
        >
          {t(`review.acts.${decision}`)}
        </Button>
      ))}
      {asking && (
        <Question
          decision={asking}
          count={findings.filter((finding) => allows(finding, asking)).length}
          left={findings.filter((finding) => !allows(finding, asking)).length}
          isBusy={decide.isPending}
          onConfirm={(reason) => apply(asking, reason)}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

type QuestionProps = {
  decision: 'remove' | 'add';
  count: number;
  left: number;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
};

function Question({ decision, count, left, isBusy, onConfirm, onCancel }: QuestionProps) {
  const { t } = useTranslation('generator');
  const { field, take } = useReason();
  const confirm = () => {
    const reason = take();
    if (reason !== undefined) onConfirm(reason);
  };
  return (
    <ConfirmDialog
      title={t(`review.${decision}Title`, { count })}
      confirmLabel={t(`review.confirm.${decision}`)}
      isDangerous={decision === 'remove'}
      isBusy={isBusy}
      reason={field}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{t(`review.${decision}Text`)}</p>
      {left > 0 && <p className="mute">{t('review.cannot', { count: left })}</p>}
    </ConfirmDialog>
  );
}

type BarProps = { runId: string; findings: readonly CleaningFinding[]; onClear: () => void };

export function FindingsBar({ runId, findings, onClear }: BarProps) {
  const { t } = useTranslation('generator');
  return (
    <BulkBar label={t('review.bar')} count={t('review.selected', { count: findings.length })}>
      <FindingDecisions runId={runId} findings={findings} onDone={onClear} />
      <Button variant="subtle" onClick={onClear}>
        {t('review.clear')}
      </Button>
    </BulkBar>
  );
}
