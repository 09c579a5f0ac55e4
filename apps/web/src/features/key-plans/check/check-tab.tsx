import { FindingKind, type KeyPlan, type PlanCheck } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planCheckQuery } from '#data/plans/plan-check';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { FindingItem } from './finding-item';
import { RepairedList } from './repaired-list';
import { severities, severityOf } from './severities';

/** What is most likely not meant in the plan, the most serious first, each with its repair. */
export function CheckTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-check');
  const { data, error, refetch, isFetching } = useQuery(planCheckQuery(plan.id));
  const [made, setMade] = useState<ReadonlySet<string>>(new Set());
  const note = (words: string) => setMade((others) => new Set([...others, words]));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  const again = (
    <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
      {t('again')}
    </Button>
  );
  if (data.findings.length === 0) {
    return (
      <Stack gap="md">
        <RepairedList plan={plan} made={made} />
        <Panel>
          <Empty
            icon={<IconCircleCheck size={32} stroke={1.5} color="var(--green)" aria-hidden />}
            title={t('none')}
            hint={
              <>
                <Checked check={data} /> {t('lookedFor')}
              </>
            }
            action={again}
          />
        </Panel>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <div className="actions" style={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <span className="mute" role="status">
          <Checked check={data} />
        </span>
        {again}
      </div>
      <RepairedList plan={plan} made={made} />
      {severities.map((severity) => (
        <Severity key={severity} severity={severity} check={data} plan={plan} onRepaired={note} />
      ))}
    </Stack>
  );
}

function Checked({ check: { checked } }: { check: PlanCheck }) {
  const { t } = useTranslation('plan-check');
  const { rules, people, doors } = checked;
  return t('checked', {
    rules: t('rules', { count: rules }),
    people: t('people', { count: people }),
    doors: t('doors', { count: doors }),
  });
}

type Props = { check: PlanCheck; plan: KeyPlan; onRepaired: (words: string) => void };

/** Kinds that weigh alike, below one heading that says what is at stake. */
function Severity({ severity, ...props }: Props & { severity: (typeof severities)[number] }) {
  const { t } = useTranslation('plan-check');
  const kinds = FindingKind.options.filter((kind) => severityOf[kind] === severity && props.check.totals[kind] > 0);
  if (kinds.length === 0) return null;
  const count = kinds.reduce((sum, kind) => sum + props.check.totals[kind], 0);
  return (
    <section aria-label={t(`severities.${severity}`)}>
      <p className="actions" style={{ alignItems: 'center', marginBottom: 8, fontWeight: 600 }}>
        <StatusTag tone={tones[severity]} label={t('severityCount', { count })} /> {t(`severities.${severity}`)}
      </p>
      <Stack gap="md">
        {kinds.map((kind) => (
          <Findings key={kind} kind={kind} {...props} />
        ))}
      </Stack>
    </section>
  );
}

function Findings({ kind, check, plan, onRepaired }: Props & { kind: FindingKind }) {
  const { t } = useTranslation('plan-check');
  const findings = check.findings.filter((finding) => finding.kind === kind);
  const total = check.totals[kind];
  if (findings.length === 0) return null;
  return (
    <Panel title={t('title', { name: t(`kinds.${kind}.name`), count: total })}>
      <p className="mute" style={{ padding: '8px 16px' }}>
        {t(`kinds.${kind}.meaning`)} {total > findings.length && t('first', { shown: findings.length })}
      </p>
      <ul style={{ listStyle: 'none', margin: '0 0 -1px', padding: 0 }}>
        {findings.map((finding) => (
          <FindingItem key={keyOf(finding)} finding={finding} plan={plan} onRepaired={onRepaired} />
        ))}
      </ul>
    </Panel>
  );
}

const tones = { serious: 'red', idle: 'amber', tidy: 'grey' } as const;

const keyOf = ({ rule, other_rule, subject }: PlanCheck['findings'][number]): string =>
  [rule?.id, other_rule?.id, subject?.subject_type, subject?.subject_identifier].join(' ');
