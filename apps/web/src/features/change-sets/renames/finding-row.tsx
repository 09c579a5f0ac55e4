import type { RenameDecision, RenameFinding } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';
import { FlowPicture } from './flow-picture';
import { useRenameWords } from './use-rename-words';

type Props = {
  finding: RenameFinding;
  /** Whether it can still be decided. */
  isOpen: boolean;
  onDecide: (decision: RenameDecision) => void;
  /** Undefined where the decision cannot be taken back. */
  onUndo: (() => void) | undefined;
};

const tones = { sure: 'amber', likely: 'amber', possible: 'grey' } as const;

/** One finding: what moved where, who would lose doors, which rules name it, and the possible decisions. */
export function FindingRow({ finding, isOpen, onDecide, onUndo }: Props) {
  const { t } = useTranslation('change-sets');
  const { title, figures, beside, without, isPlain } = useRenameWords(finding);
  const { id, field, confidence, decision, choices, stops } = finding;
  return (
    <li className="rename" aria-labelledby={`rename-${id}`}>
      <div className="rename-head">
        <h2 id={`rename-${id}`}>{title}</h2>
        <StatusTag tone="grey" label={t(`renames.fields.${field}`)} isPlain />
        <StatusTag tone={tones[confidence]} label={t(`renames.sure.${confidence}`)} isPlain />
      </div>
      <p>{[figures, ...beside].join(' ')}</p>
      {!isPlain && <FlowPicture finding={finding} />}
      <p className={stops ? 'rename-without' : 'mute'}>{without.join(' ')}</p>
      <Rules finding={finding} />
      {decision && (
        <p className="mute">
          {t(`renames.decided.${decision.is}`, { by: decision.by, at: formatInstant(decision.at) })}{' '}
          {onUndo && (
            <Button variant="subtle" size="compact-sm" onClick={onUndo}>
              {t('renames.undo')}
            </Button>
          )}
        </p>
      )}
      {isOpen && !decision && (
        <>
          <div className="actions">
            {choices.map((choice, at) => (
              <Button
                key={choice}
                variant={at === 0 ? 'filled' : 'default'}
                aria-describedby={`rename-${id}`}
                onClick={() => onDecide(choice)}
              >
                {t(`renames.decide.${choice}`)}
              </Button>
            ))}
          </div>
          {!choices.includes('carry_over') && <p className="mute">{t('renames.noCarryOver')}</p>}
          {!choices.includes('map_for_good') && <p className="mute">{t('renames.noMap')}</p>}
        </>
      )}
    </li>
  );
}

function Rules({ finding: { rules } }: { finding: RenameFinding }) {
  const { t } = useTranslation('change-sets');
  if (rules.length === 0) return <p className="mute">{t('renames.noRules')}</p>;
  return (
    <p>
      {t('renames.rules')}{' '}
      {rules.map(({ rule_id, rule, keyplan_id, plan }, at) => (
        <Fragment key={rule_id}>
          {at > 0 && ', '}
          <PlaceLink to="/keys/key-plans/$id" params={{ id: keyplan_id }}>
            {rule} ({plan})
          </PlaceLink>
        </Fragment>
      ))}
    </p>
  );
}
