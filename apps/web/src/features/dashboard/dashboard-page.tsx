import { useTranslation } from 'react-i18next';
import { type Offer, useOffers } from '#components/offers';
import { useViewer } from '#data/auth';
import { useFlags } from '#data/overview';
import { Page } from '#ui/page';
import { Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { CardGrid } from './card-grid';
import { missingOf } from './missing';
import { MissingNotice } from './missing-notice';
import { StatusOverview } from './status-overview';
import './dashboard.css';

export function DashboardPage() {
  const { t } = useTranslation(['dashboard', 'shell']);
  const viewer = useViewer();
  const flags = useFlags();
  const offers = useOffers();
  if (!viewer || !flags || !offers) return <Loading label={t('loading')} />;

  const isSuperadmin = viewer.role === 'superadmin';
  const missing = missingOf(flags);
  const superAdmin = offers.filter(({ group }) => group === 'superAdmin');
  const general = offers.filter(({ group }) => group === 'general');
  // A super admin finds these in the navigation: a card each would hide the functions.
  const records = isSuperadmin ? [] : offers.filter(({ group }) => group === 'records');
  const title = t(isSuperadmin ? 'title' : 'subTitle');
  return (
    <Page
      title={title}
      subtitle={
        isSuperadmin ? t('welcome') : <SubWelcome offers={[...general, ...records]} isMissing={missing !== undefined} />
      }
    >
      {missing && <MissingNotice missing={missing} isSuperadmin={isSuperadmin} />}
      {isSuperadmin && <StatusOverview isNextStepShown={missing !== undefined} hasSources={flags.isConnectedToIam} />}
      {superAdmin.length > 0 && (
        <section aria-labelledby="super-admin-functions">
          <div className="cards-head">
            <h2 id="super-admin-functions">{t('functions')}</h2>
          </div>
          <CardGrid offers={superAdmin} />
        </section>
      )}
      {general.length > 0 && (
        <section aria-labelledby="general-functions">
          <div className="cards-head">
            <h2 id="general-functions">{t('general')}</h2>
            {isSuperadmin && <StatusTag tone="grey" label={t('shared')} isPlain />}
            {isSuperadmin && <p className="mute">{t('generalHint')}</p>}
          </div>
          <CardGrid offers={general} />
        </section>
      )}
      {records.length > 0 && (
        <section aria-labelledby="daily-work">
          <div className="cards-head">
            <h2 id="daily-work">{t('shell:words.label')}</h2>
          </div>
          <CardGrid offers={records} />
        </section>
      )}
    </Page>
  );
}

/** Whether a sub-admin's functions are available. */
function SubWelcome({ offers, isMissing }: { offers: readonly Offer[]; isMissing: boolean }) {
  const { t } = useTranslation(['dashboard', 'shell']);
  if (offers.length === 0) return isMissing ? t('subWelcome.waiting') : t('subWelcome.none');
  return t('subWelcome.all');
}
