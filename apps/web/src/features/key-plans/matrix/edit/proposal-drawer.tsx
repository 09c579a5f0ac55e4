import type { EditProposal, KeyPlan } from '@key2xs/contract';
import { Button, Checkbox, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProposeEdits, proposalsQuery, useDraftEdits } from '#data/plans/draft-edits';
import { ApiError } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { useToast } from '#ui/toast';
import { EffectSentence } from './effect-sentence';
import type { RequestedEdit } from './requested-edit';

type Props = { plan: KeyPlan; requested: RequestedEdit; onClose: () => void };

/** Ways to make the requested edit, with their effect. Enter saves the chosen one, Escape leaves. */
export function ProposalDrawer({ plan, requested: { edit, who, what }, onClose }: Props) {
  const { t } = useTranslation('plan-matrix');
  const { data, error, refetch, isFetching } = useQuery({ ...proposalsQuery(plan.id, edit), gcTime: 0 });
  return (
    <SideDrawer title={t(edit.grant ? 'propose.grant' : 'propose.takeBack', { who, what })} opened onClose={onClose}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('propose.working')} />)}
      {data && data.proposals.length > 0 && (
        <Choice plan={plan} proposals={data.proposals} isStale={isFetching} onAgain={refetch} onClose={onClose} />
      )}
      {data?.proposals.length === 0 && <NothingToDo edit={edit} onClose={onClose} />}
      {data && data.inseparable.length > 0 && <Inseparable plan={plan} rules={data.inseparable} />}
      {data && data.elsewhere.length > 0 && (
        <div style={{ marginTop: 16 }} className="mute">
          {data.elsewhere.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </SideDrawer>
  );
}

type InseparableProps = { plan: KeyPlan; rules: readonly { rule_id: string; sentence: string }[] };

/** Why others lose doors too, and the rules where that can be changed. */
function Inseparable({ plan, rules }: InseparableProps) {
  const { t } = useTranslation('plan-matrix');
  return (
    <div style={{ marginTop: 16 }}>
      <Notice tone="amber" title={t('propose.inseparable')}>
        {rules.map(({ rule_id, sentence }) => (
          <p key={rule_id}>
            {sentence}{' '}
            <PlaceLink to="/keys/key-plans/$id" params={{ id: plan.id }} search={{ dialog: 'rule', rule_id }}>
              {t('propose.toRule')}
            </PlaceLink>
          </p>
        ))}
      </Notice>
    </div>
  );
}

function NothingToDo({ edit: { grant }, onClose }: { edit: ProposeEdits; onClose: () => void }) {
  const { t } = useTranslation('plan-matrix');
  const button = useFocusOnce<HTMLButtonElement>();
  return (
    <>
      <p>{t(grant ? 'propose.granted' : 'propose.takenBack')}</p>
      <div className="actions" style={{ marginTop: 16 }}>
        <Button ref={button} variant="default" onClick={onClose}>
          {t('propose.close')}
        </Button>
      </div>
    </>
  );
}

type ChoiceProps = {
  plan: KeyPlan;
  proposals: readonly EditProposal[];
  isStale: boolean;
  onAgain: () => unknown;
  onClose: () => void;
};

function Choice({ plan, proposals, isStale, onAgain, onClose }: ChoiceProps) {
  const { t } = useTranslation('plan-matrix');
  const [index, setIndex] = useState(0);
  const [accepted, setAccepted] = useState<number>();
  const { save, failure, isPending, losing } = useSaving(plan, onClose);
  const chosen = proposals[index] ?? proposals[0];
  const isAtOnce = plan.is_active && plan.takes_effect === 'at_once';
  const mustAccept =
    isAtOnce && (losing ?? (chosen?.effect.needs_confirmation ? chosen.effect.people_losing : undefined));
  const isAccepted = typeof mustAccept !== 'number' || accepted === mustAccept;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const first = useFocusOnce<HTMLButtonElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (chosen && isAccepted && !isPending) save(chosen, typeof mustAccept === 'number' ? mustAccept : undefined);
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
      {typeof mustAccept === 'number' && (
        <Checkbox
          mt="sm"
          label={t('propose.accept', { count: mustAccept })}
          checked={isAccepted}
          onChange={(event) => setAccepted(event.currentTarget.checked ? mustAccept : undefined)}
          error={isSubmitted && !isAccepted && t('propose.acceptFirst')}
        />
      )}
      {failure && <Refusal error={failure} onAgain={onAgain} />}
      <div className="actions" style={{ marginTop: 20 }}>
        <Button
          ref={first}
          type="submit"
          loading={isPending}
          disabled={isStale}
          color={isAtOnce && (chosen?.effect.people_losing ?? 0) > 0 ? 'red' : undefined}
        >
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

function useSaving(plan: KeyPlan, onDone: () => void) {
  const { t } = useTranslation('plan-matrix');
  const { apply, isPending } = useDraftEdits(plan);
  const [failure, setFailure] = useState<Error>();
  const toast = useToast();
  const save = ({ edits, sentences }: EditProposal, acceptLosing: number | undefined) => {
    const words = sentences.join(' ').slice(0, 500);
    apply(edits, words, { acceptLosing }).then(
      () => {
        toast.success(t('propose.kept', { words }));
        onDone();
      },
      (error: Error) => setFailure(error),
    );
  };
  const refusal = failure instanceof ApiError && failure.code === 'confirmation_needed' ? failure.problem : undefined;
  const { people_losing } = (refusal ?? {}) as { people_losing?: unknown }; // a member of this refusal alone
  return { save, failure, isPending, losing: typeof people_losing === 'number' ? people_losing : undefined };
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

/** Focuses the element when it is mounted, so that Enter answers. */
function useFocusOnce<E extends HTMLElement>() {
  const element = useRef<E>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
