import type { IamConnection } from '@key2xs/contract';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimetablePanel } from '#components/timetable/timetable-panel';
import { sourceWebhookQuery, useSwitchWebhook } from '#data/sources/source-status';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

type Props = { connection: IamConnection; onNext: () => void; onBack: () => void };

/** The timetable, change notifications from Microsoft, and the guards of a run. Each is saved when it is set. */
export function ScheduleStep({ connection: { id, guard_limit_percent: limit }, onNext, onBack }: Props) {
  const { t } = useTranslation('entra-setup');
  return (
    <>
      <Panel padded>
        <TimetablePanel of={{ is: 'source', id }} />
      </Panel>
      <Panel padded>
        <Webhook id={id} />
      </Panel>
      <Panel title={t('schedule.guard')} padded>
        <p>{t('schedule.guardText', { limit: limit ?? '–' })}</p>
      </Panel>
      <div className="setup-foot">
        <Button variant="default" onClick={onBack}>
          {t('word.back')}
        </Button>
        <Button onClick={onNext}>{t('schedule.next')}</Button>
      </div>
    </>
  );
}

function Webhook({ id }: { id: string }) {
  const { t } = useTranslation('entra-setup');
  const { data: webhook, error, refetch } = useQuery(sourceWebhookQuery(id));
  const change = useSwitchWebhook(id);
  if (!webhook) return error ? <Failure error={error} onRetry={refetch} /> : <Loading />;
  return (
    <>
      {change.error && (
        <Notice tone="red" title={t('schedule.webhookFailed')}>
          {change.error.message}
        </Notice>
      )}
      <Switch
        label={t('schedule.webhook')}
        description={t('schedule.webhookHint')}
        checked={webhook.state !== 'off' && webhook.state !== 'unavailable'}
        disabled={webhook.state === 'unavailable' || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <p className="mute">{webhook.message}</p>
    </>
  );
}
