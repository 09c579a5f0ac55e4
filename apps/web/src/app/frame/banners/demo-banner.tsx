import { useTranslation } from 'react-i18next';
import { useMe } from '#data/auth';

/** Above every screen of a demo, so that no picture of it passes for a real installation. */
export function DemoBanner() {
  const { t } = useTranslation('shell');
  if (!useMe()?.is_demo) return null;
  return (
    <section className="acting-banner" aria-label={t('demo.label')}>
      <p>{t('demo.text')}</p>
    </section>
  );
}
