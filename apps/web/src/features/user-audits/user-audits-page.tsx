import { useTranslation } from 'react-i18next';
import { EventsExplorer } from '#components/access-events/events-explorer';
import { Page } from '#ui/page';

/** What happened at the doors of whoever looks, as far as their scope goes. */
export function UserAuditsPage() {
  const { t } = useTranslation('access-events');
  return (
    <Page title={t('title')} about={t('subtitle')}>
      <EventsExplorer />
    </Page>
  );
}
