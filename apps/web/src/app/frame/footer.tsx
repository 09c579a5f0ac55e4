import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { companyWebsite } from '#lib/company-website';

/** Without a company website, the link opens the page about the product. */
export function Footer() {
  const { t } = useTranslation('shell');
  const website = companyWebsite();
  const company = t('footer.company');
  return (
    <footer className="footer">
      {t('footer.copyright', { year: new Date().getFullYear() })}{' '}
      {website ? (
        <a href={website} target="_blank" rel="noreferrer">
          {company}
        </a>
      ) : (
        <Link to="/dashboards/demo/Key2XSArchitecture">{company}</Link>
      )}
    </footer>
  );
}
