import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';
import { cardIcons } from './card-icons';
import type { Card } from './dashboard-cards';

export function CardGrid({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className="cards">
      {cards.map((card) => (
        <li key={card.name}>
          <FunctionCard {...card} />
        </li>
      ))}
    </ul>
  );
}

/** The whole card is the link. */
function FunctionCard({ name, to }: Card) {
  const { t } = useTranslation('dashboard');
  const Icon = cardIcons[name];
  const isFeatured = name === 'generator';
  return (
    <Link to={to} className="card" data-featured={isFeatured || undefined}>
      <span className="card-head">
        <Icon size={20} stroke={1.7} aria-hidden />
        {isFeatured && <StatusTag tone="blue" label={t('featured')} isPlain />}
      </span>
      <span className="card-title">{t(`cards.${name}.title`)}</span>
      <span className="card-text">{t(`cards.${name}.description`)}</span>
    </Link>
  );
}
