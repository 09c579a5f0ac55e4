import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#components/offers';
import { StatusTag } from '#ui/status-tag';
import { useCardLine } from './use-card-line';

export function CardGrid({ offers }: { offers: readonly Offer[] }) {
  return (
    <ul className="cards">
      {offers.map((offer) => (
        <li key={offer.to}>
          <FunctionCard {...offer} />
        </li>
      ))}
    </ul>
  );
}

/** The whole card is a link. */
function FunctionCard(offer: Offer) {
  const { t } = useTranslation(['dashboard', 'shell']);
  const { to, title, text, Icon, isFeatured } = offer;
  const line = useCardLine(offer);
  return (
    <Link to={to} className="card" data-featured={isFeatured}>
      <span className="card-head">
        {Icon && <Icon size={20} stroke={1.7} aria-hidden />}
        {isFeatured && <StatusTag tone="blue" label={t('featured')} isPlain />}
      </span>
      <span className="card-title">{t(title)}</span>
      {text && <span className="card-text">{t(text)}</span>}
      {line && <span className="card-line">{line}</span>}
    </Link>
  );
}
