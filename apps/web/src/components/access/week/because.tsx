import type { AccessWeek, AccessWeekRow } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatInstant } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { PlaceLink } from '#ui/place-link';
import { Chain, ChainStep } from '../chain';
import { useMoment } from '../moment-picker';
import { useOpenWords } from '../open-state';

type Props = {
  of: AccessWeek['of'];
  row: AccessWeekRow;
  /** Follows the subjects: their source, or since when. */
  hint?: ReactNode;
  /** Links to the doors. */
  doors?: ReactNode;
};

/** Subjects → rule → hours → objects → number of doors, and how many people have the same right. */
export function Because({ of, row, hint, doors }: Props) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const { subjects, keyplan_id, keyplan_name, rule_id, rule_name, through, people } = row;
  return (
    <>
      <Chain>
        <ChainStep hint={hint}>
          {of === 'person' ? t('because.is') : t('because.who')}{' '}
          {subjects.length === 0 ? t('because.everybody') : <Subjects subjects={subjects} />}
        </ChainStep>
        <ChainStep hint={<Change row={row} />}>
          {t('because.rule')}{' '}
          <PlaceLink to="/keys/key-plans/$id" params={{ id: keyplan_id }} hash={`rule-${rule_id}`}>
            <strong>{rule_name}</strong>
          </PlaceLink>{' '}
          {t('because.ofPlan', { plan: keyplan_name })}
        </ChainStep>
        <ChainStep hint={<State row={row} />}>
          <strong>{describeWindows(row.windows)}</strong>
        </ChainStep>
        {through.slice(0, maxSteps).map(({ object_type, id, name }) => (
          <ChainStep key={id}>
            {t(`because.through.${object_type}`)} <strong>{name}</strong>
          </ChainStep>
        ))}
        {through.length > maxSteps && (
          <ChainStep>{t('week.moreNamed', { count: through.length - maxSteps })}</ChainStep>
        )}
        <ChainStep>{doors ?? t('counted.doors', { count: row.doors })}</ChainStep>
      </Chain>
      <p className="chain-hint">
        <Link to="/access/who" search={{ of: 'rule', id: rule_id, at }}>
          {t('because.same', { count: people })}
        </Link>
      </p>
    </>
  );
}

const maxSteps = 5;

/** "Paramedic, in FIRE" */
function Subjects({ subjects }: Pick<AccessWeekRow, 'subjects'>) {
  const { t } = useTranslation('access');
  const more = subjects.length - maxSteps;
  return (
    <>
      {subjects.slice(0, maxSteps).map(({ subject_type, subject_identifier, name }, at) => (
        <Fragment key={`${subject_type} ${subject_identifier}`}>
          {at > 0 && ', '}
          {t(`because.subject.${subject_type}`)} <strong>{name}</strong>
        </Fragment>
      ))}{' '}
      {more > 0 && t('week.moreNamed', { count: more })}
    </>
  );
}

/** Which version introduced the rule in its current form, with author and reason. */
function Change({ row }: { row: AccessWeekRow }) {
  const { t } = useTranslation('access');
  const { rule_version: version, rule_updated_by: by, rule_updated_at: at, rule_note: note } = row;
  return (
    <>
      {t('because.version', { version, by, at: formatDate(at) })}
      {note && ` “${note}”`}
    </>
  );
}

/** The time zone, and until when the state stays the same. */
function State({ row: { open_now, until, time_zone } }: { row: AccessWeekRow }) {
  const { t } = useTranslation('access');
  const state = useOpenWords();
  return `${state(open_now)}${until ? ` ${t('because.until', { at: formatInstant(until) })}` : ''} · ${time_zone}`;
}
