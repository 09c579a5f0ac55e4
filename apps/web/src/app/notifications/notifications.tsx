import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateWarningsQuery, credentialWarningsQuery, tokenWarningsQuery } from '#data/expiry-warnings';
import { ownViewsQuery } from '#data/own-views';
import { syncTasksQuery } from '#data/tasks/sync';
import { loadChunk } from '#lib/chunk';
import { PanelButton } from '../frame/panel-button';
import { useUnseen } from './use-unseen';
import './notifications.css';

const NotificationPanel = lazy(() =>
  loadChunk('NotificationPanel', async () => ({ default: (await import('./notification-panel')).NotificationPanel })),
);

const MOST_SHOWN = 99;

/** The bell: unseen count, what ends soon, and tasks. Opening it marks all as seen. */
export function Notifications() {
  const { t } = useTranslation('shell');
  const tasks = useQuery(syncTasksQuery);
  const warnings = useQuery(certificateWarningsQuery);
  const credentials = useQuery(credentialWarningsQuery);
  const tokens = useQuery(tokenWarningsQuery);
  const views = useQuery(ownViewsQuery);
  const { unseen, markSeen } = useUnseen({
    tasks: tasks.data,
    certificates: warnings.data,
    credentials: credentials.data,
    tokens: tokens.data,
    views: views.data,
  });
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const change = (opens: boolean) => {
    setIsOpen(opens);
    if (opens) markSeen();
  };
  const button = (
    <ActionIcon
      variant="subtle"
      size={32}
      className="bell"
      aria-label={unseen > 0 ? t('notifications.open', { count: unseen }) : t('notifications.openNone')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => change(!isOpen)}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unseen > 0 && <span className="bell-badge">{Math.min(unseen, MOST_SHOWN)}</span>}
    </ActionIcon>
  );
  return (
    <PanelButton
      isOpen={isOpen}
      onChange={change}
      button={button}
      width="min(360px, 100vw - 16px)"
      dropdown={{ p: 0, 'aria-labelledby': id }}
    >
      <h2 id={id} className="notifications-title">
        {t('notifications.title')}
      </h2>
      <Suspense>
        <NotificationPanel
          tasks={tasks}
          certificates={warnings}
          credentials={credentials}
          tokens={tokens}
          views={views}
          onLeave={() => setIsOpen(false)}
        />
      </Suspense>
    </PanelButton>
  );
}
