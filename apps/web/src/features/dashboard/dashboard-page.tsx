import { useTranslation } from 'react-i18next';
import { useRole } from '#data/auth';
import { useFlags } from '#data/overview';
import { Page } from '#ui/page';
import { Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { CardGrid } from './card-grid';
import { dashboardOf } from './dashboard-cards';
import { MissingNotice } from './missing-notice';
import { StatusStrip } from './status-strip';
import './dashboard.css';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const role = useRole();
  const flags = useFlags();
  if (!role || !flags) return <Loading label={t('loading')} />;

  const isSuperadmin = role === 'superadmin';
  const { superAdmin, general, missing } = dashboardOf(role, flags);
  const title = t(isSuperadmin ? 'title' : 'subTitle');
  return (
    <Page title={title} subtitle={t(isSuperadmin ? 'welcome' : 'subWelcome')}>
      {isSuperadmin && <StatusStrip />}
      {missing && <MissingNotice missing={missing} isSuperadmin={isSuperadmin} />}
      {superAdmin.length > 0 && (
        <section aria-labelledby="super-admin-functions">
          <div className="cards-head">
            <h2 id="super-admin-functions">{t('functions')}</h2>
          </div>
          <CardGrid cards={superAdmin} />
        </section>
      )}
      {general.length > 0 && (
        <section aria-labelledby="general-functions">
          <div className="cards-head">
            <h2 id="general-functions">{t('general')}</h2>
            {isSuperadmin && <StatusTag tone="grey" label={t('shared')} isPlain />}
            {isSuperadmin && <p className="mute">{t('generalHint')}</p>}
          </div>
          <CardGrid cards={general} />
        </section>
      )}
    </Page>
  );
}
