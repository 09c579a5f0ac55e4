import { gainOrLossList, type KeyPlan, type PlanComparison } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { comparisonQuery, type Sides } from '#data/plans/plan-versions';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { ClashingHours } from '../drafts/clashing-hours';
import { EffectFigures } from '../drafts/effect-figures';
import { effectWords } from '../drafts/effect-words';
import { outcomeWords } from '../drafts/outcome-words';
import { keyPlanSearch } from '../key-plan-search';
import { ChangeDetails } from './change-details';
import { CrossingPicture } from './crossing-picture';
import { ByDepartment, ByPlace } from './effect-tables';
import { PeopleOfComparison } from './people-of-comparison';
import { SidePicker } from './side-picker';
import { WorkPanel } from './work-panel';

/** Who would gain and lose which doors: by the draft, or between two versions of the address. */
export function ImpactTab({ plan }: { plan: KeyPlan }) {
  const [{ from = 'in_force', to = 'draft' }] = useUrlState(keyPlanSearch);
  const sides: Sides = { from, to };
  const { t } = useTranslation('plan-versions');
  return (
    <Stack gap="md">
      <SidePicker plan={plan} sides={sides} />
      {[from, to].some(isVersion) && <p className="mute">{t('impact.today')}</p>}
      <Impact plan={plan} sides={sides} />
    </Stack>
  );
}

const isVersion = (side: string) => /^\d+$/.test(side);

type Props = { plan: KeyPlan; sides: Sides };

function Impact({ plan, sides }: Props) {
  const { t } = useTranslation('plan-versions');
  const { data, error, refetch } = useQuery(comparisonQuery(plan.id, sides));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('working')} />;
  const { people_gaining, people_losing, people_other_hours } = data.effect;
  if (data.changes.length + people_gaining + people_losing + people_other_hours === 0) {
    return (
      <Panel>
        <NoDifference plan={plan} sides={sides} />
      </Panel>
    );
  }
  return (
    <>
      <p>
        <strong>
          {sides.from !== 'in_force' || isVersion(sides.to)
            ? t('impact.compared', { effect: effectWords(data.effect, t) })
            : outcomeWords(data.effect, t)}
        </strong>
      </p>
      {/* The strip has a margin of its own; the stack spaces what follows. */}
      <div style={{ marginBottom: -16 }}>
        <EffectFigures effect={data.effect} />
      </div>
      <ClashingHours planId={plan.id} effect={data.effect} />
      {data.by_crossing.cells.length > 0 && <CrossingPicture crossing={data.by_crossing} />}
      <Panel title={t('impact.changes')} padded>
        <ChangeDetails changes={data.changes} />
      </Panel>
      <WhoAndWhere plan={plan} comparison={data} />
    </>
  );
}

function WhoAndWhere({ plan, comparison }: { plan: KeyPlan; comparison: PlanComparison }) {
  const { effect } = comparison;
  const { t } = useTranslation('plan-versions');
  if (effect.people_gaining + effect.people_losing === 0) return <p className="mute">{t('impact.noDoors')}</p>;
  const params = { keyplan_id: plan.id };
  return (
    <>
      <WorkPanel comparison={comparison} />
      <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))' }}>
        <ByDepartment effect={effect} />
        <ByPlace effect={effect} />
      </div>
      <Panel title={t('impact.people')} actions={<ExportButton list={gainOrLossList} params={params} />}>
        <PeopleOfComparison planId={plan.id} />
      </Panel>
    </>
  );
}

function NoDifference({ plan, sides: { from, to } }: Props) {
  const { t } = useTranslation('plan-versions');
  const [, setState] = useUrlState(keyPlanSearch);
  if (from === 'in_force' && to === 'draft') {
    return (
      <Empty
        title={t(plan.is_active ? 'impact.same' : 'impact.sameInactive')}
        hint={plan.takes_effect === 'at_once' ? t('impact.atOnce') : undefined}
      />
    );
  }
  const restart = (
    <Button variant="default" onClick={() => setState({ from: undefined, to: undefined })}>
      {t('impact.restart')}
    </Button>
  );
  return <Empty title={t('impact.equal')} hint={t('impact.equalHint')} action={restart} />;
}
