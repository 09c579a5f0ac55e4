import { useTranslation } from 'react-i18next';
import { useMe } from '#data/auth';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';

/** Above every screen while the installation is paused after it was restored from a backup. */
export function PausedBanner() {
  const { t } = useTranslation('shell');
  const me = useMe();
  if (!me?.restored_backup) return null;
  return (
    <section className="acting-banner" aria-label={t('paused.label')}>
      <p>{t('paused.text', { taken: formatInstant(me.restored_backup.taken_at) })}</p>
      {me.role === 'superadmin' && (
        <LinkButton size="compact-sm" variant="default" to="/admin/restored">
          {t('paused.compare')}
        </LinkButton>
      )}
    </section>
  );
}
