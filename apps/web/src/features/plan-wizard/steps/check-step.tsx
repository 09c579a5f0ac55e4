import { FindingKind, type PlanCheck, type PlanWizardStep } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planCheckQuery } from '#data/plans/plan-check';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { Simulation } from '../simulation';
import type { StepProps } from './step-props';
import { WithDraft } from './with-draft';

/** What is most likely not meant, and what single people and doors would come to. */
export function CheckStep(props: StepProps) {
  const { goTo, wizard } = props;
  return (
    <WithDraft {...props}>
      {(planId) => (
        <div className="plan-wizard-stack">
          <Simulation wizardId={wizard.id} version={wizard.plan?.version ?? 0} />
          <Findings planId={planId} goTo={goTo} />
        </div>
      )}
    </WithDraft>
  );
}

/** Where in the wizard each kind is mended. */
const mendedIn: Record<FindingKind, PlanWizardStep> = {
  over_broad_rule: 'rules',
  schedule_conflict: 'time',
  missing_object: 'places',
  unknown_subject: 'who',
  rule_without_people: 'who',
  rule_without_doors: 'rules',
  people_without_rights: 'rules',
  cylinder_nobody_opens: 'rules',
  unplaced_cylinder: 'places',
  unused_subject: 'who',
  shadowed_rule: 'rules',
  redundant_rule: 'rules',
};
const maxShown = 3;

function Findings({ planId, goTo }: { planId: string; goTo: StepProps['goTo'] }) {
  const { t } = useTranslation('plan-wizard');
  const { data, error, refetch } = useQuery(planCheckQuery(planId));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('check.checking')} />;
  const found = FindingKind.options.filter((kind) => data.totals[kind] > 0);
  return (
    <Panel title={t('check.title', { count: found.length })}>
      {found.length === 0 && <Empty title={t('check.none')} hint={t('check.noneHint')} />}
      <ul className="plan-wizard-findings">
        {found.map((kind) => (
          <Kind key={kind} kind={kind} check={data} goTo={goTo} />
        ))}
      </ul>
    </Panel>
  );
}

function Kind({ kind, check, goTo }: { kind: FindingKind; check: PlanCheck; goTo: StepProps['goTo'] }) {
  const { t } = useTranslation('plan-wizard');
  const { t: ofCheck } = useTranslation('plan-check');
  const findings = check.findings.filter((finding) => finding.kind === kind);
  const rest = check.totals[kind] - Math.min(findings.length, maxShown);
  const step = mendedIn[kind];
  return (
    <li>
      <div>
        <strong>{ofCheck('title', { name: ofCheck(`kinds.${kind}.name`), count: check.totals[kind] })}</strong>
        <p className="mute">{ofCheck(`kinds.${kind}.meaning`)}</p>
        <ul>
          {findings.slice(0, maxShown).map(({ message, rule, subject }) => (
            <li key={`${rule?.id} ${subject?.subject_identifier} ${message}`}>{message}</li>
          ))}
        </ul>
        {rest > 0 && <p className="mute">{ofCheck('more', { count: rest })}</p>}
      </div>
      <Button variant="default" onClick={() => goTo(step)}>
        {t('check.to', { step: t(`steps.${step}`) })}
      </Button>
    </li>
  );
}
