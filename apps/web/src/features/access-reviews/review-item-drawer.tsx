import type { ReviewDecision, ReviewedAccess } from '@key2xs/contract';
import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import type { ToDecide } from './decide-dialog';
import { DecisionTag, useWhoOf } from './review-state';
import type { Decider } from './use-deciding';

type Props = {
  item: ReviewedAccess;
  isOpen: boolean;
  decider: Decider;
  onAsk: (asked: ToDecide) => void;
  onClose: () => void;
};

/** All evidence of a right, its decision, and what is to be done for a removal. */
export function ReviewItemDrawer({ item, isOpen, decider, onAsk, onClose }: Props) {
  const { t } = useTranslation('access-reviews');
  const name = useWhoOf()(item);
  const begin = useEffectEvent(decider.begin);
  useEffect(() => begin(), []);
  const { id, is_own } = item;
  const ask = (decision: ReviewDecision) =>
    onAsk({ id, name, decision, saw: 'details', isAgain: item.decision !== null });
  return (
    <SideDrawer title={name} opened onClose={onClose}>
      <Stack gap="md">
        {isOpen && is_own && <Notice tone="blue" title={t('own')} />}
        {isOpen && !is_own && (
          <Group gap="xs">
            <Button
              loading={decider.isPending}
              onClick={() =>
                item.decision === null ? decider.send({ items: [id], decision: 'keep', saw: 'details' }) : ask('keep')
              }
            >
              {t('decisions.keep')}
            </Button>
            <Button variant="default" onClick={() => ask('remove')}>
              {t('decisions.remove')}
            </Button>
            <Button variant="default" onClick={() => ask('change')}>
              {t('decisions.change')}
            </Button>
          </Group>
        )}
        <ToDo item={item} />
        <KeyValues items={[...useEvidence(item), ...useDecided(item)]} />
      </Stack>
    </SideDrawer>
  );
}

/** What has to happen for a removal to take effect, and where. */
function ToDo({ item: { decision, removal, rules } }: { item: ReviewedAccess }) {
  const { t } = useTranslation('access-reviews');
  const step = decision === 'change' ? 'change' : decision === 'remove' ? removal : null;
  if (step === null || step === 'effective') return null;
  const plans = new Map(rules.map(({ plan_id, plan_name }) => [plan_id, plan_name]));
  return (
    <Notice tone="amber" title={t('todo.title')}>
      {t(`todo.${step}`)}
      {(step === 'in_plan' || step === 'change') &&
        [...plans].map(([id, name]) => (
          <div key={id}>
            <Link to="/keys/key-plans/$id" params={{ id }}>
              {name}
            </Link>
          </div>
        ))}
    </Notice>
  );
}

function useEvidence(item: ReviewedAccess) {
  const { t } = useTranslation('access-reviews');
  const { department, place_name, doors, source, rules, profiles, since, recorded, used, peers, peers_with } = item;
  const because =
    rules.length > 0
      ? rules.map(({ id, name, plan_name, is_by_name }) => (
          <div key={id}>{[`${plan_name}: ${name}`, ...(is_by_name ? [t('byName')] : [])].join(', ')}</div>
        ))
      : [t(`sources.${source}`), ...profiles].join(', ');
  return [
    { label: t('detail.department'), value: department },
    { label: t('columns.place'), value: place_name },
    { label: t('detail.class'), value: item.protection_class },
    { label: t('detail.doors'), value: doors.map(({ id, name }) => <div key={id}>{name}</div>) },
    { label: t('detail.because'), value: because },
    { label: t('detail.since'), value: since && formatDate(since) },
    { label: t('detail.recorded'), value: t(`detail.recordedWords.${recorded}`) },
    { label: t('detail.used'), value: t(`detail.usedWords.${used}`) },
    { label: t('detail.peers'), value: peers === 0 ? t('noPeers') : t('peers', { done: peers_with, all: peers }) },
    { label: t('detail.reviewer'), value: item.reviewer_name ?? t('detail.nobody') },
  ];
}

function useDecided(item: ReviewedAccess) {
  const { t } = useTranslation('access-reviews');
  const { decision, reason, decided_at, decided_by, deputy_for, in_place, seconds, saw, together } = item;
  if (!decision) return [];
  const values = { decision: t(`decided.${decision}`), name: decided_by ?? '', at: formatInstant(decided_at) };
  const notes = [deputy_for && t('detail.deputy', { name: deputy_for }), in_place && t('detail.inPlace')].filter(
    Boolean,
  );
  const looked = item.looked_at && t('detail.lookedAt', { at: formatInstant(item.looked_at) });
  const effective = item.effective_at && t('detail.effectiveAt', { at: formatInstant(item.effective_at) });
  return [
    {
      label: t('detail.decision'),
      value: (
        <>
          {t('detail.decided', values)}
          {notes.length > 0 && <div className="mute">{notes.join(', ')}</div>}
        </>
      ),
    },
    { label: t('reasonLabel'), value: reason },
    ...(saw && seconds !== null
      ? [{ label: t('detail.saw'), value: t('detail.seconds', { saw: t(`detail.sawWords.${saw}`), count: seconds }) }]
      : []),
    ...(together && together > 1 ? [{ label: t('detail.together'), value: formatNumber(together) }] : []),
    ...(decision === 'remove'
      ? [
          {
            label: t('detail.removal'),
            value: (
              <>
                <DecisionTag item={item} />
                <div className="mute">{effective ?? looked}</div>
              </>
            ),
          },
        ]
      : []),
  ];
}
