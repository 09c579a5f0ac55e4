import { useTranslation } from 'react-i18next';
import { companyWebsite } from '#lib/company-website';

export function Footer() {
  const { t } = useTranslation('shell');
  const website = companyWebsite();
  return (
    <footer className="footer">
      {t('footer.copyright', { year: new Date().getFullYear() })}{' '}
      {website ? (
        <a href={website} target="_blank" rel="noreferrer">
          {t('footer.company')}
        </a>
      ) : (
        t('footer.company')
      )}
    </footer>
  );
}
