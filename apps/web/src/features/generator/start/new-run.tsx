import { cylinderList, type ObjectType, peopleList } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { locationTreeQuery } from '#data/key-systems/locations';
import { generatorRunQuery, useStartRun } from '#data/plans/generator';
import { pathIn } from '#lib/place-path';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DataNotice } from './data-notice';
import { RecentRuns } from './recent-runs';
import { SettingsForm } from './settings-form';
import { problemsOf, type SettingsState, settingsOf, settingsOfRun, standardSettings } from './settings-state';

/** Settings of a new run, and the runs before. `from`: the run whose settings it begins with. */
export function StartRun({ from }: { from: string | undefined }) {
  const { t } = useTranslation('generator');
  const before = useQuery({ ...generatorRunQuery(from ?? ''), enabled: from !== undefined, refetchInterval: false });
  const places = useQuery(locationTreeQuery);
  const isReady = from === undefined || (before.data !== undefined && !places.isPending);
  const nameOf = (door: { object_type: ObjectType; object_identifier: string }) =>
    pathIn(places.data?.places ?? [], door.object_identifier) || t(`form.earlier.${door.object_type}`);
  return (
    <Page title={t('title')} about={t('subtitle')}>
      {isReady ? (
        <NewRun initial={before.data ? settingsOfRun(before.data, nameOf) : standardSettings} />
      ) : before.error ? (
        <Failure error={before.error} onRetry={before.refetch} />
      ) : (
        <Loading label={t('run.loading')} />
      )}
    </Page>
  );
}

function NewRun({ initial }: { initial: SettingsState }) {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const start = useStartRun();
  const blocked = useBlocked();
  const [state, setState] = useState(initial);
  const [wasTried, setWasTried] = useState(false);
  const problems = problemsOf(state);
  const isAgain = Boolean(initial.other.previous_run_id);
  const begin = async () => {
    setWasTried(true);
    if (problems.size > 0) return;
    const { id } = await start.mutateAsync(settingsOf(state));
    await navigate({ to: '/keyplan-ai/create', search: { run: id } });
  };
  return (
    <div className="generator-start">
      <Stack gap="md">
        <Panel title={t('start.title')} padded>
          <p>{t(isAgain ? 'start.keeps' : 'start.intro')}</p>
          <Blocked {...blocked} />
          {start.error && (
            <Notice tone="red" title={t('start.failed')}>
              {start.error.message}
            </Notice>
          )}
          {wasTried && problems.size > 0 && <Notice tone="red" title={t('start.incomplete')} />}
          <div className="actions generator-begin">
            <Button
              size="md"
              leftSection={<IconSparkles size={18} aria-hidden />}
              onClick={() => void begin().catch(() => undefined)} // shown above
              loading={start.isPending}
              disabled={blocked.people || blocked.cylinders}
            >
              {t(isAgain ? 'start.again' : 'start.action')}
            </Button>
          </div>
        </Panel>
        <Panel
          title={t('start.settings')}
          actions={
            <Button variant="subtle" size="compact-sm" onClick={() => setState(standardSettings)}>
              {t('start.standard')}
            </Button>
          }
          padded
        >
          <SettingsForm
            state={state}
            onChange={(changes) => setState({ ...state, ...changes })}
            problems={wasTried ? problems : new Set()}
          />
        </Panel>
      </Stack>
      <Stack gap="md">
        <RecentRuns />
        <Panel title={t('notice.title')} padded>
          <DataNotice withEvents={state.usedWithinDays.trim() !== ''} />
        </Panel>
      </Stack>
    </div>
  );
}

/** What no run can do without. */
function useBlocked() {
  const one = { query: { limit: 1 }, params: undefined };
  const people = useQuery(recordsQuery(peopleList, one));
  const cylinders = useQuery(recordsQuery(cylinderList, one));
  return { people: people.data?.total === 0, cylinders: cylinders.data?.total === 0 };
}

function Blocked({ people, cylinders }: { people: boolean; cylinders: boolean }) {
  const { t } = useTranslation('generator');
  if (!people && !cylinders) return null;
  const actions = (
    <>
      {people && (
        <LinkButton to="/iam-manager" variant="default">
          {t('blocked.toPeople')}
        </LinkButton>
      )}
      {cylinders && (
        <LinkButton to="/key-systems" variant="default">
          {t('blocked.toCylinders')}
        </LinkButton>
      )}
    </>
  );
  return (
    <Notice tone="amber" title={t('blocked.title')} actions={actions}>
      {people && t('blocked.people')} {cylinders && t('blocked.cylinders')}
    </Notice>
  );
}
