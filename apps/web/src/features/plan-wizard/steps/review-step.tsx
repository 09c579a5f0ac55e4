import { nameOfRow, planOfChoices } from '@key2xs/domain';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '#data/plans/plan-versions';
import { useFinishPlanWizard } from '#data/plans/plan-wizards';
import { formatNumber } from '#lib/format';
import { withoutKey } from '#lib/without-key';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import type { Content } from '../state/choices';
import type { StepProps } from './step-props';
import { WithDraft } from './with-draft';

/** What was written and what it would do, and the end of the wizard. */
export function ReviewStep(props: StepProps) {
  return (
    <WithDraft {...props}>
      {(planId) => (
        <div className="plan-wizard-stack">
          <Impact planId={planId} content={props.content} />
          <Sentences content={props.content} />
          <End {...props} />
        </div>
      )}
    </WithDraft>
  );
}

function Impact({ planId, content }: { planId: string; content: Content }) {
  const { t } = useTranslation('plan-wizard');
  const { t: ofVersions } = useTranslation('plan-versions');
  const { data, error, refetch } = useQuery(comparisonQuery(planId));
  const { rules, profiles } = planOfChoices(content);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('profiles.measuring')} />;
  const { effect } = data;
  const { after } = effect.schedule_conflicts;
  return (
    <>
      <StatStrip
        items={[
          { label: t('review.rules'), value: formatNumber(rules.length) },
          { label: t('review.profiles'), value: formatNumber(profiles.length) },
          { label: ofVersions('figures.gaining'), value: formatNumber(effect.people_gaining) },
          { label: t('review.doors'), value: formatNumber(effect.doors) },
          { label: ofVersions('figures.sensitive'), value: formatNumber(effect.sensitive_locations) },
        ]}
      />
      <StatStrip
        items={[
          { label: ofVersions('figures.keys'), value: formatNumber(effect.keys_to_update) },
          { label: ofVersions('figures.cylinders'), value: formatNumber(effect.cylinders_to_visit) },
          { label: ofVersions('figures.withoutKey'), ...withoutKey(effect, ofVersions) },
          { label: ofVersions('figures.longestList'), value: formatNumber(effect.longest_key_list.after) },
          { label: ofVersions('figures.conflicts'), value: formatNumber(after) },
        ]}
      />
    </>
  );
}

/** Every rule as a sentence. */
function Sentences({ content }: { content: Content }) {
  const { t } = useTranslation('plan-wizard');
  const { rules } = planOfChoices(content);
  return (
    <Panel title={t('review.sentences', { count: rules.length })} padded>
      <ul className="plan-wizard-lines">
        {rules.map(({ key, rows, columns, profile, time }) => (
          <li key={key}>
            {t('review.sentence', {
              who: rows.map(nameOfRow).join(', '),
              what: [...(profile ? [profile.name] : []), ...columns.map(({ name }) => name)].join(', '),
              when: time ? time.name : t('review.always'),
            })}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Search = { tab?: 'impact'; ask?: 'activate' };

function End({ draft }: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const navigate = useNavigate();
  const finish = useFinishPlanWizard();
  const end = async (search: Search) => {
    if (!(await draft.flush())) return;
    const { id } = await finish.mutateAsync({ wizard: draft.versionOf(), overwrite: undefined });
    await navigate({ to: '/keys/key-plans/$id', params: { id }, search, ignoreBlocker: true });
  };
  const press = (search: Search) => void end(search).catch(() => undefined); // shown below
  return (
    <>
      {finish.error && (
        <Notice tone="red" title={t('review.failed')}>
          {finish.error.message}
        </Notice>
      )}
      <Notice
        tone="blue"
        title={t('review.end')}
        actions={
          <>
            <Button variant="default" loading={finish.isPending} onClick={() => press({})}>
              {t('review.save')}
            </Button>
            <Button loading={finish.isPending} onClick={() => press({ tab: 'impact', ask: 'activate' })}>
              {t('review.activate')}
            </Button>
          </>
        }
      >
        {t('review.endText')}
      </Notice>
    </>
  );
}
