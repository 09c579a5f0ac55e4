import { FindingKind, type KeyPlan, type PlanCheck } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planCheckQuery } from '#data/plan-check';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { FindingItem } from './finding-item';

/** What is most likely not meant in the plan, the most serious first, each with its repair. */
export function CheckTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-check');
  const { data, error, refetch, isFetching } = useQuery(planCheckQuery(plan.id));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  const again = (
    <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
      {t('again')}
    </Button>
  );
  if (data.findings.length === 0) {
    return (
      <Panel>
        <Empty title={t('none')} hint={<Checked check={data} />} action={again} />
      </Panel>
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
      {FindingKind.options.map((kind) => (
        <Findings key={kind} kind={kind} check={data} plan={plan} />
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

type Props = { kind: FindingKind; check: PlanCheck; plan: KeyPlan };

function Findings({ kind, check, plan }: Props) {
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
          <FindingItem key={keyOf(finding)} finding={finding} plan={plan} />
        ))}
      </ul>
    </Panel>
  );
}

const keyOf = ({ rule, other_rule, subject }: PlanCheck['findings'][number]): string =>
  [rule?.id, other_rule?.id, subject?.subject_type, subject?.subject_identifier].join(' ');
