import { IconTools } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { unbuiltScreens } from './unbuilt-screens';

/** Says plainly that a screen is missing, what it will do and what to use meanwhile. */
export function UnbuiltPage() {
  const { t } = useTranslation('shell');
  const pathname = useLocation({ select: (location) => location.pathname });
  const screen = unbuiltScreens.find(({ path }) => path === pathname)?.screen ?? 'profile';
  const title = t(`unbuilt.screens.${screen}.title`);
  return (
    <Page title={title} subtitle={t('unbuilt.subtitle')}>
      <Panel>
        <Empty
          icon={<IconTools size={28} stroke={1.5} aria-hidden />}
          title={t('unbuilt.title', { screen: title })}
          hint={t(`unbuilt.screens.${screen}.hint`)}
          action={
            <LinkButton to="/dashboards/start" variant="default">
              {t('unbuilt.back')}
            </LinkButton>
          }
        />
      </Panel>
    </Page>
  );
}
