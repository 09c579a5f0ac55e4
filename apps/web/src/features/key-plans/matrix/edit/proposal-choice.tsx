import type { EditProposal, KeyPlan } from '@key2xs/contract';
import { Button, Radio } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';
import { useEditing } from '../../drafts/editing';
import { EffectSentence } from './effect-sentence';
import { useFocusOnce } from './use-focus-once';

const maxWords = 500;

type Props = {
  plan: KeyPlan;
  proposals: readonly EditProposal[];
  isStale: boolean;
  onAgain: () => unknown;
  onClose: () => void;
};

/** Takes one of several ways; asks as every edit does where many people would lose doors at once. */
export function ProposalChoice({ plan, proposals, isStale, onAgain, onClose }: Props) {
  const { t } = useTranslation('plan-matrix');
  const [index, setIndex] = useState(0);
  const [failure, setFailure] = useState<Error>();
  const { edit, isPending } = useEditing();
  const chosen = proposals[index] ?? proposals[0];
  const isLoss = plan.is_active && plan.takes_effect === 'at_once' && (chosen?.effect.people_losing ?? 0) > 0;
  const first = useFocusOnce<HTMLButtonElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || isPending) return;
    const words = chosen.sentences.join(' ').slice(0, maxWords);
    edit(chosen.edits, words).then((isDone) => isDone && onClose(), setFailure);
  };
  return (
    <form onSubmit={submit} noValidate>
      {proposals.length === 1 && chosen && <Way proposal={chosen} />}
      {proposals.length > 1 && (
        <Radio.Group value={String(index)} onChange={(value) => setIndex(Number(value))} aria-label={t('propose.ways')}>
          {proposals.map((proposal, at) => (
            <Radio
              key={proposal.sentences.join(' ')}
              value={String(at)}
              className="plan-matrix-way"
              label={<Way proposal={proposal} />}
            />
          ))}
        </Radio.Group>
      )}
      <Meaning plan={plan} />
      {failure && <Refusal error={failure} onAgain={onAgain} />}
      <div className="actions" style={{ marginTop: 20 }}>
        <Button ref={first} type="submit" loading={isPending} disabled={isStale} color={isLoss ? 'red' : undefined}>
          {t('propose.keep')}
        </Button>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {t('propose.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** When it would take effect. */
function Meaning({ plan: { is_active, takes_effect } }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-matrix');
  if (is_active && takes_effect === 'at_once') {
    return (
      <div style={{ marginTop: 16 }}>
        <Notice tone="amber" title={t('propose.atOnce')}>
          {t('propose.atOnceHint')}
        </Notice>
      </div>
    );
  }
  return (
    <p className="mute" style={{ marginTop: 12 }}>
      {t(is_active ? 'propose.draft' : 'propose.inactive')}
    </p>
  );
}

function Way({ proposal: { sentences, effect } }: { proposal: EditProposal }) {
  return (
    <div className="plan-matrix-proposal">
      {sentences.map((sentence) => (
        <p key={sentence}>
          <strong>{sentence}</strong>
        </p>
      ))}
      <EffectSentence effect={effect} />
    </div>
  );
}

function Refusal({ error, onAgain }: { error: Error; onAgain: () => unknown }) {
  const { t } = useTranslation('plan-matrix');
  const isConflict = error instanceof ApiError && error.code === 'version_conflict';
  const again = (
    <Button variant="default" onClick={() => void onAgain()}>
      {t('propose.lookAgain')}
    </Button>
  );
  return (
    <div style={{ marginTop: 16 }}>
      <Notice
        tone={isConflict ? 'amber' : 'red'}
        title={t(isConflict ? 'propose.conflict' : 'propose.failed')}
        actions={isConflict && again}
      >
        {error.message}
      </Notice>
    </div>
  );
}
