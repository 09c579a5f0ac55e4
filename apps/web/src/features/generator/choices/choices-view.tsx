import type { GeneratorRun, PlanChoice } from '@key2xs/contract';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { planChoicesQuery, useStartRun } from '#data/plans/generator';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Height, heights } from './choice-height';
import { ChoicesPicture } from './choices-picture';

/** Up to seven plans: how few profiles against what they leave over, what is new and what has to be changed. */
export function ChoicesView({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const { data, error, refetch } = useQuery(planChoicesQuery(run.id));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('choices.loading')} />;
  if (data.items.length === 0)
    return (
      <Panel>
        <Empty title={t('choices.none')} />
      </Panel>
    );
  return (
    <Stack gap="md">
      <Picture choices={data.items} />
      <Panel title={t('choices.list')}>
        <p className="mute panel-note">{t('choices.keeps')}</p>
        <ul className="generator-cards">
          {data.items.map((choice) => (
            <li key={choice.id}>
              <Choice run={run} choice={choice} />
            </li>
          ))}
        </ul>
      </Panel>
    </Stack>
  );
}

function useChoiceName() {
  const { t } = useTranslation('generator');
  return ({ suggestions, is_present }: PlanChoice) =>
    t(is_present ? 'choices.all' : 'choices.best', { count: suggestions });
}

function Picture({ choices }: { choices: readonly PlanChoice[] }) {
  const { t } = useTranslation('generator');
  const nameOf = useChoiceName();
  const [height, setHeight] = useState<Height>('single');
  const columns = ['plan', 'rules', 'profiles', 'links', 'single', 'additions', 'people', 'keys', 'cylinders'] as const;
  return (
    <ChartPanel
      title={t('choices.title')}
      sentence={t('choices.sentence', { count: choices.length })}
      table={{
        fileName: t('choices.file'),
        headers: columns.map((name) => t(`choices.columns.${name}`)),
        lines: choices.map((choice) => [
          nameOf(choice),
          choice.rules,
          choice.profiles,
          choice.links,
          choice.single,
          choice.additions,
          choice.transition.people,
          choice.transition.keys_to_update,
          choice.transition.cylinders_to_visit,
        ]),
      }}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('choices.axis')}
        value={height}
        onChange={(chosen) => setHeight(heights.find((one) => one === chosen) ?? 'single')}
        data={heights.map((value) => ({ value, label: t(`choices.y.${value}`) }))}
      />
      <ChoicesPicture
        choices={choices}
        height={height}
        wordsOf={(choice) =>
          [
            t('choices.words', { ...choice, name: nameOf(choice) }),
            ...(choice.is_present ? [t('choices.now')] : []),
          ].join(', ')
        }
      />
    </ChartPanel>
  );
}

/** What a plan costs against what it gains, and a run that suggests no more. */
function Choice({ run, choice }: { run: GeneratorRun; choice: PlanChoice }) {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const nameOf = useChoiceName();
  const start = useStartRun();
  const { mode, generosity, suggestions, is_present, transition } = choice;
  const begin = async () => {
    const settings = { ...run.settings, mode, generosity, max_suggestions: suggestions, previous_run_id: run.id };
    const { id } = await start.mutateAsync(settings);
    await navigate({ to: '/keyplan-ai/create', search: { run: id } });
  };
  const cost = t('choices.cost', {
    people: t('people', { count: transition.people }),
    keys: t('choices.keys', { count: transition.keys_to_update }),
    cylinders: t('choices.cylinders', { count: transition.cylinders_to_visit }),
  });
  return (
    <div className="generator-card">
      <div className="generator-card-head">
        <strong>{nameOf(choice)}</strong>
        {is_present && <StatusTag tone="blue" label={t('choices.present')} isPlain />}
      </div>
      <p>
        {t('runs.rules', { count: choice.rules })} · {t('runs.profiles', { count: choice.profiles })} ·{' '}
        {t('choices.single', { count: choice.single })} · {t('choices.additions', { count: choice.additions })}
      </p>
      <p className="mute">{cost}</p>
      {start.error && (
        <Notice tone="red" title={t('start.failed')}>
          {start.error.message}
        </Notice>
      )}
      {!is_present && (
        <div className="actions generator-card-acts">
          <Button
            size="compact-sm"
            variant="default"
            loading={start.isPending}
            aria-label={t('choices.chooseNamed', { name: nameOf(choice) })}
            onClick={() => void begin().catch(() => undefined)} // shown above
          >
            {t('choices.choose')}
          </Button>
        </div>
      )}
    </div>
  );
}
