import type { GeneratorRun, PlanChoice } from '@key2xs/contract';
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { planChoicesQuery, useChoosePlan } from '#data/plans/generator';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { type Height, heights } from './choice-height';
import { ChoicesPicture } from './choices-picture';

/** Up to seven plans: how few profiles against what they leave over, what is new and what has to be changed. */
export function ChoicesView({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const { data, error, refetch } = useQuery(planChoicesQuery(run.id));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('choices.loading')} />;
  if (data.items.length === 0 && data.is_calculating) return <Loading label={t('choices.loading')} />;
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
  return ({ mode, generosity, part }: PlanChoice) =>
    [
      t(`form.modes.${mode}`),
      t(`form.generosities.${generosity}`),
      ...(part ? [t('choices.part', { count: part.suggestions, of: part.of })] : []),
    ].join(', ');
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

/** What a plan costs against what it gains. Taking it accepts all of its suggestions, new rights by their number. */
function Choice({ run, choice }: { run: GeneratorRun; choice: PlanChoice }) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const nameOf = useChoiceName();
  const take = useChoosePlan();
  const [isAsked, setIsAsked] = useState(false);
  const { is_present, transition, additions } = choice;
  const confirm = () =>
    void take.mutateAsync({ runId: run.id, body: { choice_id: choice.id, accept_additions: additions } }).then(
      ({ accepted }) => {
        toast.success(t('choices.chosen', { count: accepted }));
        setIsAsked(false);
      },
      ({ message }: Error) => toast.failure(message),
    );
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
      {!is_present && (
        <div className="actions generator-card-acts">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('choices.chooseNamed', { name: nameOf(choice) })}
            onClick={() => setIsAsked(true)}
          >
            {t('choices.choose')}
          </Button>
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('choices.askTitle')}
          confirmLabel={t('choices.confirm')}
          isBusy={take.isPending}
          onConfirm={confirm}
          onCancel={() => setIsAsked(false)}
        >
          <p>{t('choices.ask', { name: nameOf(choice) })}</p>
          {additions > 0 && <p>{t('choices.askAdditions', { count: additions })}</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}
