import type { AccessEvaluation, Person } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LayerTile } from '#components/access/layer-tile';
import { formatDate, formatInstant } from '#lib/format';
import { currentGrants, differencesOf } from './differences';

type Props = { person: Person; evaluation: AccessEvaluation };

/** Access by plans, recorded access, and access on the key, of now; amber where a layer lags behind. */
export function LayerTiles({ person, evaluation }: Props) {
  return (
    <div className="layers">
      <Desired person={person} evaluation={evaluation} />
      <Recorded person={person} evaluation={evaluation} />
      <OnKey evaluation={evaluation} />
    </div>
  );
}

const distinct = (values: readonly string[]) => [...new Set(values)];

function Desired({ person, evaluation }: Props) {
  const { t } = useTranslation('people');
  const current = currentGrants(evaluation);
  const reasons = current.flatMap((grant) => grant.reasons);
  const others = evaluation.grants.length - current.length;
  const plans = distinct(reasons.map(({ keyplan_name }) => keyplan_name));
  return (
    <LayerTile title={t('word.mayOpen')} value={<DoorsLink person={person} count={current.length} />}>
      {reasons.length > 0 &&
        t('layers.rules', { count: distinct(reasons.map(({ rule_id }) => rule_id)).length, plans })}
      {others > 0 && <> {t('layers.outOfDates', { count: others })}</>}
    </LayerTile>
  );
}

function DoorsLink({ person, count }: { person: Person; count: number }) {
  const { t } = useTranslation('people');
  return (
    <Link activeProps={{}} to="/people/$id" params={{ id: person.id }} search={(old) => old} hash="doors">
      {t('counted.doors', { count })}
    </Link>
  );
}

function Recorded({ person, evaluation }: Props) {
  const { t } = useTranslation('people');
  const { unrecorded, beyond, isUnknown, recorded, waitingSince } = differencesOf(evaluation);
  const title = t('access.recorded.yes');
  const parts = [
    beyond.length > 0 && t('layers.withdraw', { count: beyond.length }),
    unrecorded.length > 0 && t('layers.grant', { count: unrecorded.length }),
    waitingSince !== null && t('layers.since', { at: formatDate(waitingSince) }),
  ].filter((part) => part !== false);
  const isAmber = unrecorded.length + beyond.length > 0;
  return (
    <LayerTile
      title={title}
      isAmber={isAmber}
      value={isUnknown && !isAmber ? '–' : t('counted.doors', { count: recorded })}
    >
      {isAmber && (
        <Link activeProps={{}} to="/people/$id" params={{ id: person.id }} search={(old) => old} hash="differs">
          {parts.join(', ')}
        </Link>
      )}
      {isUnknown && <> {t('layers.unread')}</>}
      {!isAmber && !isUnknown && t('layers.asPlanned')}
    </LayerTile>
  );
}

/** A key carries what was recorded when it was last updated; the state of other keys is unknown. */
function OnKey({ evaluation }: Pick<Props, 'evaluation'>) {
  const { t } = useTranslation('people');
  const { on_keys: keys } = evaluation;
  const { recorded, isUnknown } = differencesOf(evaluation);
  const waiting = keys.find(({ state }) => state === 'waiting');
  const [first] = keys;
  const isAsRecorded = keys.length > 0 && keys.every(({ state }) => state === 'up_to_date') && !isUnknown;
  const title = first && keys.length === 1 ? t('layers.onKey', { marking: first.marking }) : t('layers.onKeys');
  const shown = waiting ?? first;
  const value = isAsRecorded ? t('counted.doors', { count: recorded }) : waiting ? t('layers.older') : '–';
  return (
    <LayerTile title={title} isAmber={waiting !== undefined} value={value}>
      {!shown && t('layers.noKey')}
      {shown?.state === 'up_to_date' && t('layers.updated', { at: formatInstant(shown.updated_at) })}
      {shown?.state === 'waiting' &&
        t('layers.waiting', {
          marking: shown.marking,
          updated: formatInstant(shown.updated_at),
          recorded: formatInstant(shown.recorded_at),
        })}
      {shown?.state === 'unknown' && t('layers.unknownKey')}
    </LayerTile>
  );
}
