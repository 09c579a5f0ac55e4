import type { RestoreDifferences } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunAgain } from '#components/run-again';
import { useStandingWords } from '#components/standing/use-standing-words';
import { SyncButton } from '#components/sync-actions';
import { restoreDifferencesQuery } from '#data/installation';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import './restored.css';

const ResumeDialog = lazy(async () => ({ default: (await import('./resume-dialog')).ResumeDialog }));

/** What an installation that was restored from a backup would change in other systems, until it is resumed. */
export function RestoredPage() {
  const { t } = useTranslation('restored');
  const { data, error, refetch } = useQuery(restoreDifferencesQuery);
  const [isResuming, setIsResuming] = useState(false);
  const isPaused = data?.backup != null;
  return (
    <Page
      title={t('title')}
      about={t('about')}
      back={{ to: '/dashboards/start', label: t('back') }}
      actions={isPaused && <Button onClick={() => setIsResuming(true)}>{t('resume')}</Button>}
    >
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading label={t('loading')} />}
      {data && (isPaused ? <Differences data={data} /> : <Empty title={t('none.title')} hint={t('none.hint')} />)}
      {data && isResuming && (
        <Suspense>
          <ResumeDialog differences={data} onClose={() => setIsResuming(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Differences({ data: { backup, key_systems, sources } }: { data: RestoreDifferences }) {
  const { t } = useTranslation('restored');
  if (!backup) return null;
  return (
    <div className="restored">
      <Notice tone="amber" title={t('paused', { taken: formatInstant(backup.taken_at) })}>
        {t('pausedHint', { restored: formatInstant(backup.restored_at) })}
      </Notice>
      <Panel title={t('keySystems.title')}>
        <ul className="restored-rows" aria-label={t('keySystems.title')}>
          {key_systems.map((system) => (
            <KeySystem key={system.connection_id} system={system} />
          ))}
          {key_systems.length === 0 && <li className="mute">{t('keySystems.none')}</li>}
        </ul>
      </Panel>
      <Panel title={t('sources.title')}>
        <ul className="restored-rows" aria-label={t('sources.title')}>
          {sources.map((source) => (
            <Source key={source.id} source={source} />
          ))}
          {sources.length === 0 && <li className="mute">{t('sources.none')}</li>}
        </ul>
      </Panel>
      <Panel title={t('accounts.title')} padded>
        <p>{t('accounts.hint')}</p>
        <div className="restored-links">
          <LinkButton variant="default" to="/admin/sub-admins">
            {t('accounts.administrators')}
          </LinkButton>
          <LinkButton variant="default" to="/developers">
            {t('accounts.tokens')}
          </LinkButton>
        </div>
      </Panel>
    </div>
  );
}

function KeySystem({ system }: { system: RestoreDifferences['key_systems'][number] }) {
  const { t } = useTranslation('restored');
  const words = useStandingWords()(system);
  const { people_gaining, rights_to_grant, people_losing, rights_to_withdraw, orders_waiting } = system;
  return (
    <li>
      <div>
        <strong>{system.name}</strong>{' '}
        {system.is_read ? (
          <StatusTag tone={words.tone} label={words.short} />
        ) : (
          <StatusTag tone="grey" label={t('notCompared')} />
        )}
        {system.is_read && people_gaining > 0 && (
          <p>{t('keySystems.gaining', { count: people_gaining, rights: rights_to_grant })}</p>
        )}
        {system.is_read && people_losing > 0 && (
          <p>{t('keySystems.losing', { count: people_losing, rights: rights_to_withdraw })}</p>
        )}
        {orders_waiting > 0 && <p>{t('keySystems.orders', { count: orders_waiting })}</p>}
        {!system.is_active && <p className="mute">{t('keySystems.inactive')}</p>}
      </div>
      {system.is_active && (
        <div className="actions">
          {system.is_read && (
            <LinkButton variant="default" to="/change-sets">
              {t('keySystems.changes')}
            </LinkButton>
          )}
          <SyncButton system={{ id: system.connection_id, name: system.name }} isDryRun />
        </div>
      )}
    </li>
  );
}

function Source({ source: { id, name, is_active, previewed } }: { source: RestoreDifferences['sources'][number] }) {
  const { t } = useTranslation('restored');
  const { joined = 0, left = 0, moved = 0 } = previewed ?? {};
  return (
    <li>
      <div>
        <strong>{name}</strong> {!previewed && <StatusTag tone="grey" label={t('notCompared')} />}
        {previewed && <p>{t('sources.previewed', { joined, left, moved })}</p>}
      </div>
      {is_active && (
        <div className="actions">
          {previewed && (
            <LinkButton variant="default" to="/change-sets/$id" params={{ id: previewed.change_set_id }}>
              {t('sources.changes')}
            </LinkButton>
          )}
          <RunAgain
            of={{ kind: 'directory', subject_id: id }}
            isDryRun
            label={t('sources.preview')}
            variant="default"
          />
        </div>
      )}
    </li>
  );
}
