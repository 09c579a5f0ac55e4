import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ProposeEdits, proposalsQuery } from '#data/plans/draft-edits';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { ProposalChoice } from './proposal-choice';
import type { RequestedEdit } from './requested-edit';
import { useFocusOnce } from './use-focus-once';

type Props = { plan: KeyPlan; requested: RequestedEdit; onClose: () => void };

/** Ways to make the requested edit, with their effect. Enter saves the chosen one, Escape leaves. */
export function ProposalDrawer({ plan, requested: { edit, who, what }, onClose }: Props) {
  const { t } = useTranslation('plan-matrix');
  const { data, error, refetch, isFetching } = useQuery({ ...proposalsQuery(plan.id, edit), gcTime: 0 });
  return (
    <SideDrawer title={t(edit.grant ? 'propose.grant' : 'propose.takeBack', { who, what })} opened onClose={onClose}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('propose.working')} />)}
      {data && data.proposals.length > 0 && (
        <ProposalChoice
          plan={plan}
          proposals={data.proposals}
          isStale={isFetching}
          onAgain={refetch}
          onClose={onClose}
        />
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
