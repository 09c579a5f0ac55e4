import { type ChangeSet, changeSets, type Guard } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { canRaiseLimit } from './guard-limits';

type Props = { changeSet: ChangeSet; onAllowOnce: () => void; onRaiseLimit: () => void };

/**
 * The guards that stopped the change set, with figures and the two ways past them. Renames come first and are decided
 * one by one.
 */
export function GuardNotices({ changeSet, onAllowOnce, onRaiseLimit }: Props) {
  const { t } = useTranslation('change-sets');
  const guards = changeSet.guards.filter(({ reason }) => reason !== 'rename');
  const [mayRaise, mayAllow] = [useMay(changeSets.raiseLimit), useMay(changeSets.allowOnce)];
  const isAllowable = guards.length === changeSet.guards.length;
  const actions = (
    <>
      {mayRaise && canRaiseLimit(guards) && (
        <Button variant="default" onClick={onRaiseLimit}>
          {t('one.raiseLimit')}
        </Button>
      )}
      {mayAllow && (
        <Button variant="default" onClick={onAllowOnce}>
          {t('one.allowOnce')}
        </Button>
      )}
    </>
  );
  return guards.map((guard, at) => (
    <GuardNotice
      key={guard.reason}
      changeSet={changeSet}
      guard={guard}
      actions={at === 0 && isAllowable && actions}
      isAfterRenames={!isAllowable}
    />
  ));
}

type NoticeProps = { changeSet: ChangeSet; guard: Guard; actions: React.ReactNode; isAfterRenames: boolean };

function GuardNotice({ changeSet, guard, actions, isAfterRenames }: NoticeProps) {
  const { t } = useTranslation('change-sets');
  const { kind } = changeSet;
  const { reason, count, of, percent, limit_percent } = guard;
  const figures = { affected: formatNumber(count), of: formatNumber(of), percent: formatNumber(percent) };
  const isAboutRemovals = reason === 'too_many_removals' || reason === 'source_dropped';
  return (
    <Notice tone="amber" title={t(`guards.${kind}.${reason}`, figures)} actions={actions}>
      {t(`guards.limits.${reason}`, { limit: formatNumber(limit_percent) })}{' '}
      {isAboutRemovals && changeSet.largest_removals.length > 0 && <Largest changeSet={changeSet} />}{' '}
      {isAfterRenames && t('guards.renamesFirst')}
    </Notice>
  );
}

/** The departments with the most removals; each filters the list below. */
function Largest({ changeSet: { largest_removals, kind } }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const filter = kind === 'directory' ? { tab: 'writes', kind: 'leaver' } : { tab: 'people', change: 'loses' };
  return (
    <>
      {t('guards.largest')}{' '}
      {largest_removals.map(({ label, count, department }, at) => (
        <Fragment key={label}>
          {at > 0 && ', '}
          {department === null ? (
            `${label} ${formatNumber(count)}`
          ) : (
            <Link to="." search={{ ...filter, department } as never}>
              {label} {formatNumber(count)}
            </Link>
          )}
        </Fragment>
      ))}
      .
    </>
  );
}
