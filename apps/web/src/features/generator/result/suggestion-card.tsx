import type { Suggestion, SuggestionRisk } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { StatusTag, type Tone } from '#ui/status-tag';
import { ConditionWords } from './condition-words';
import { percentOf } from './percent-of';

const decisionTones = { open: 'grey', accepted: 'green', rejected: 'red' } as const satisfies Record<
  Suggestion['decision'],
  Tone
>;
const riskTones: Record<SuggestionRisk, Tone> = {
  adds_rights: 'amber',
  sensitive_doors: 'red',
  never_both: 'red',
  few_people: 'grey',
  unused_rights: 'grey',
  many_outliers: 'amber',
};

type Props = {
  suggestion: Suggestion;
  /** Where its name stands above already. */
  isUntitled?: boolean;
  /** Buttons, beside the name. */
  actions?: ReactNode;
};

/** A suggestion in short: for whom, what holds today, and what should be looked at. */
export function SuggestionCard({ suggestion, isUntitled = false, actions }: Props) {
  const { t } = useTranslation('generator');
  const { kind, name, decision, pinned, name_by, risks, recorded_profile, reason } = suggestion;
  const isTagged = pinned || decision !== 'open';
  return (
    <div className="generator-card" data-decision={decision}>
      {(!isUntitled || isTagged) && (
        <div className="generator-card-head">
          {!isUntitled && <strong>{name}</strong>}
          {isTagged && (
            <span className="generator-card-tags">
              {pinned && <StatusTag tone="blue" label={t('card.pinned')} isPlain />}
              {decision !== 'open' && (
                <StatusTag tone={decisionTones[decision]} label={t(`list.decisions.${decision}`)} />
              )}
            </span>
          )}
        </div>
      )}
      {actions && <div className="actions generator-card-acts">{actions}</div>}
      <p>
        <span className="mute">{t(`card.${kind}`)}:</span> <ConditionWords suggestion={suggestion} /> →{' '}
        {t('doors', { count: suggestion.doors })}
        {name_by === 'language_model' && <span className="mute"> · {t('card.byModel')}</span>}
      </p>
      <p className="mute">
        <Evidence suggestion={suggestion} />
      </p>
      <Hours suggestion={suggestion} />
      <Gain suggestion={suggestion} />
      {recorded_profile && (
        <p className="mute">
          {t(recorded_profile.is_same ? 'card.recordedSame' : 'card.recorded', { name: recorded_profile.name })}
        </p>
      )}
      {decision === 'rejected' && reason && <p className="mute">{t('card.rejected', { reason })}</p>}
      {risks.length > 0 && (
        <p className="generator-card-tags">
          {risks.map((risk) => (
            <StatusTag key={risk} tone={riskTones[risk]} label={t(`card.risks.${risk}`)} />
          ))}
        </p>
      )}
    </div>
  );
}

/** What holds today; and that no one would gain, where that is so. */
function Evidence({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTranslation('generator');
  const { support, people, confidence, outliers, rights, additions } = suggestion;
  const parts = [
    t('card.support', { support, people }),
    t('card.confidence', { value: percentOf(confidence) }),
    t('card.explains', { count: rights }),
    ...(outliers > 0 ? [t('card.outliers', { count: outliers })] : []),
    ...(additions === 0 ? [t('card.noGain')] : []),
  ];
  return parts.join(' · ');
}

const maxHours = 3;

/** When its rights hold, where that is not always. */
function Hours({ suggestion: { hours } }: { suggestion: Suggestion }) {
  const { t } = useTranslation('generator');
  if (hours.length === 0) return null;
  const shown = hours.slice(0, maxHours).map(({ time_restrictions, rights }) => {
    const words = describeWindows(time_restrictions);
    return hours.length === 1 ? words : t('card.hoursOf', { hours: words, count: rights });
  });
  const more = hours.length - shown.length;
  const all = [...shown, ...(more > 0 ? [t('card.moreHours', { count: more })] : [])];
  return <p>{t('card.hours', { hours: all.join('; ') })}</p>;
}

function Gain({ suggestion: { additions, additions_accepted } }: { suggestion: Suggestion }) {
  const { t } = useTranslation('generator');
  if (additions === 0) return null;
  return (
    <p className="generator-gain">{t(additions_accepted ? 'card.gains' : 'card.wouldGain', { count: additions })}</p>
  );
}
