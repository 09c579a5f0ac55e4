import { useTranslation } from 'react-i18next';
import { EventsExplorer } from '#components/access-events/events-explorer';
import { Page } from '#ui/page';

/** Events at the doors within the scope of the reader. */
export function UserAuditsPage() {
  const { t } = useTranslation('access-events');
  return (
    <Page title={t('title')} about={t('subtitle')}>
      <EventsExplorer />
    </Page>
  );
}
