import { Trans, useTranslation } from 'react-i18next';
import { type Part, type SentenceRule, whatParts, whenWords, whoParts } from './rule-sentence';

/** A rule as a sentence, with chips for values of the directory and the key system. */
export function RuleWords({ rule }: { rule: SentenceRule }) {
  const { t } = useTranslation('key-plans');
  return (
    <p style={{ lineHeight: '28px' }}>
      <Trans
        t={t}
        i18nKey="sentence.rule"
        components={{
          who: <Parts parts={whoParts(rule, t)} />,
          what: <Parts parts={whatParts(rule, t)} />,
          when: <Parts parts={[{ text: whenWords(rule, t), isChip: false }]} />,
        }}
      />
    </p>
  );
}

const chipStyle = { background: 'var(--accent-soft)', borderRadius: 6, padding: '2px 7px', fontWeight: 560 };

function Parts({ parts }: { parts: readonly Part[] }) {
  // Values in a sentence may repeat, so the index is the key.
  return parts.map(({ text, isChip }, place) => {
    const key = `${place} ${text}`;
    return isChip ? (
      <span key={key} style={chipStyle}>
        {text}
      </span>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
