import type { PlanChange } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

type Props = { changes: readonly PlanChange[]; most?: number };

/** Rules and access profiles that differ, by name, each with the people it concerns. */
export function ChangeList({ changes, most = changes.length }: Props) {
  const { t } = useTranslation('plan-versions');
  if (changes.length === 0) return <p className="mute">{t('changes.none')}</p>;
  const shown = changes.slice(0, most);
  const hidden = changes.length - shown.length;
  return (
    <ul style={{ margin: 0, paddingLeft: 20, overflowWrap: 'anywhere' }}>
      {shown.map((change) => (
        <li key={change.record_id}>
          {t(`changes.${change.kind}.${change.change}`, { name: change.name })}
          <ConcernedPeople change={change} />
        </li>
      ))}
      {hidden > 0 && <li className="mute">{t('changes.more', { count: hidden })}</li>}
    </ul>
  );
}

/** How many people gain and lose doors by a change of a rule; empty if none do. */
export function ConcernedPeople({ change }: { change: PlanChange }) {
  const { t } = useTranslation('plan-versions');
  if (change.kind !== 'rule') return null;
  const { gains, loses } = change;
  const words = [
    gains > 0 && t('changes.gains', { count: gains }),
    loses > 0 && t('changes.loses', { count: loses }),
  ].filter(Boolean);
  return words.length > 0 && <span className="mute"> – {words.join(', ')}</span>;
}
