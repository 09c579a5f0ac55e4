import { useTranslation } from 'react-i18next';
import { companyWebsite } from '#lib/company-website';

export function Footer() {
  const { t } = useTranslation('shell');
  return (
    <footer className="footer">
      {t('footer.copyright', { year: new Date().getFullYear() })}{' '}
      <a href={companyWebsite} target="_blank" rel="noreferrer">
        {t('footer.company')}
      </a>
    </footer>
  );
}
