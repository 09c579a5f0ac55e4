import { useTranslation } from 'react-i18next';
import { type Part, type SentenceRule, whatParts, whenWords, whoParts } from '../rule-sentence';

export const ruleParts = ['who', 'what', 'when'] as const;
/** What of a sentence is chosen. */
export type RulePart = (typeof ruleParts)[number];

type Props = {
  rule: SentenceRule;
  /** Hours were taken away and no others chosen yet. */
  lacksHours: boolean;
  open: ReadonlySet<RulePart>;
  onPress: (part: RulePart) => void;
};

/** The rule as a sentence, each part of which opens what it is chosen with. What is missing asks for itself. */
export function EditorSentence({ rule, lacksHours, open, onPress }: Props) {
  const { t } = useTranslation(['key-plans', 'rule-editor']);
  const textOf = (parts: readonly Part[]) => parts.map(({ text }) => text).join('');
  const said = {
    who: rule.subjects.length > 0 ? textOf(whoParts(rule, t)) : undefined,
    what: rule.objects.length > 0 ? textOf(whatParts(rule, t)) : undefined,
    when: lacksHours ? undefined : whenWords(rule, t),
  };
  const partOf = (part: RulePart) => (
    <button
      key={part}
      type="button"
      className="rule-part"
      data-empty={said[part] === undefined || undefined}
      aria-expanded={open.has(part)}
      aria-controls={`rule-part-${part}`}
      title={t(`rule-editor:change.${part}`)}
      onClick={() => onPress(part)}
    >
      {said[part] ?? t(`rule-editor:missing.${part}`)}
    </button>
  );
  // Put together by hand: the buttons stay the same ones while the words around them change, and keep the focus.
  const pieces = t('sentence.rule').split(/(<\w+\/>)/);
  return (
    <p className="rule-sentence">
      {pieces.map((piece) => {
        const part = ruleParts.find((one) => piece === `<${one}/>`);
        return part ? partOf(part) : piece;
      })}
    </p>
  );
}
