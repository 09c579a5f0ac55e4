import type { Suggestion, SuggestionRisk } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** A suggestion in short: for whom, what holds today, and what should be looked at. */
export function SuggestionCard({ suggestion, children }: { suggestion: Suggestion; children?: ReactNode }) {
  const { t } = useTranslation('generator');
  const { kind, name, decision, pinned, name_by, risks, recorded_profile, reason } = suggestion;
  return (
    <div className="generator-card" data-decision={decision}>
      <div className="generator-card-head">
        <strong>{name}</strong>
        <span className="generator-card-tags">
          {pinned && <StatusTag tone="blue" label={t('card.pinned')} isPlain />}
          {decision !== 'open' && <StatusTag tone={decisionTones[decision]} label={t(`list.decisions.${decision}`)} />}
        </span>
      </div>
      <p>
        <span className="mute">{t(`card.${kind}`)}:</span> <ConditionWords suggestion={suggestion} /> →{' '}
        {t('doors', { count: suggestion.doors })}
        {name_by === 'language_model' && <span className="mute"> · {t('card.byModel')}</span>}
      </p>
      <p className="mute">
        <Evidence suggestion={suggestion} />
      </p>
      <p>
        <Gain suggestion={suggestion} />
      </p>
      {recorded_profile && <p className="mute">{t('card.recorded', { name: recorded_profile.name })}</p>}
      {decision === 'rejected' && reason && <p className="mute">{t('card.rejected', { reason })}</p>}
      {risks.length > 0 && (
        <p className="generator-card-tags">
          {risks.map((risk) => (
            <StatusTag key={risk} tone={riskTones[risk]} label={t(`card.risks.${risk}`)} />
          ))}
        </p>
      )}
      {children}
    </div>
  );
}

function Evidence({ suggestion: { support, people, confidence, outliers, rights } }: { suggestion: Suggestion }) {
  const { t } = useTranslation('generator');
  const parts = [
    t('card.support', { support, people }),
    t('card.confidence', { value: percentOf(confidence) }),
    t('card.explains', { count: rights }),
    ...(outliers > 0 ? [t('card.outliers', { count: outliers })] : []),
  ];
  return parts.join(' · ');
}

/** Who would gain: nobody, unless new rights are accepted. */
function Gain({ suggestion: { additions, additions_accepted } }: { suggestion: Suggestion }) {
  const { t } = useTranslation('generator');
  if (additions === 0) return <span className="mute">{t('card.noGain')}</span>;
  const words = t(additions_accepted ? 'card.gains' : 'card.wouldGain', { count: additions });
  return <span className="generator-gain">{words}</span>;
}
