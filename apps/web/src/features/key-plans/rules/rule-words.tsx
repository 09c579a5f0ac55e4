import type { LinkProps } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { PlaceLink } from '#ui/place-link';
import { type Part, type SentenceRule, whatParts, whenWords, whoParts } from './rule-sentence';

type Places = {
  ofSubject: (index: number) => LinkProps | undefined;
  ofObject: (index: number) => LinkProps | undefined;
};
type Props = {
  rule: SentenceRule;
  /** Where its chips lead. */
  places: Places;
  /** What it said before: the parts that read otherwise are bold. */
  changedFrom?: SentenceRule | undefined;
};

/** A rule as a sentence, with chips for values of the directory and the key system. */
export function RuleWords({ rule, places, changedFrom }: Props) {
  const { t } = useTranslation('key-plans');
  const isChanged = (partsOf: (of: SentenceRule) => Part[]) =>
    changedFrom !== undefined && textOf(partsOf(rule)) !== textOf(partsOf(changedFrom));
  const who = (of: SentenceRule) => whoParts(of, t);
  const what = (of: SentenceRule) => whatParts(of, t);
  const when = (of: SentenceRule) => [{ text: whenWords(of, t), isChip: false }];
  return (
    <p style={{ lineHeight: '28px' }}>
      <Trans
        t={t}
        i18nKey="sentence.rule"
        components={{
          who: <Parts parts={who(rule)} placeOf={places.ofSubject} isBold={isChanged(who)} />,
          what: <Parts parts={what(rule)} placeOf={places.ofObject} isBold={isChanged(what)} />,
          when: <Parts parts={when(rule)} isBold={isChanged(when)} />,
        }}
      />
    </p>
  );
}

const chipStyle = { background: 'var(--accent-soft)', borderRadius: 6, padding: '2px 7px', fontWeight: 560 };

const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');

type PartsProps = { parts: readonly Part[]; placeOf?: Places['ofSubject']; isBold: boolean };

function Parts({ parts, placeOf, isBold }: PartsProps) {
  // Values in a sentence may repeat, so the index is the key.
  const words = parts.map(({ text, isChip, of }, index) => {
    const place = of === undefined ? undefined : placeOf?.(of);
    const key = `${index} ${text}`;
    if (place) {
      return (
        <PlaceLink key={key} {...place} style={chipStyle}>
          {text}
        </PlaceLink>
      );
    }
    return (
      <span key={key} style={isChip ? chipStyle : undefined}>
        {text}
      </span>
    );
  });
  return isBold ? <ins>{words}</ins> : words;
}
