import type { AccessWeek, Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMoment } from '#components/access/moment-picker';
import { Because } from '#components/access/week/because';
import { lineKey, weekLines, zonesOf } from '#components/access/week/week-lines';
import { WeekPicture } from '#components/access/week/week-picture';
import { minuteWords } from '#components/access/week/week-words';
import { weekQuery } from '#data/people/access';
import { formatDate } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { personSearch } from './person-search';

/** The selected reason, defaulting to the first. */
function useSelected(week: AccessWeek | undefined) {
  const [{ reason }, setState] = useUrlState(personSearch);
  const row = week?.rows.find((one) => lineKey(one) === reason) ?? week?.rows[0];
  return { row, choose: (key: string) => setState({ reason: key }) };
}

const useWeek = (person: Person) => useQuery(weekQuery({ of: 'person', id: person.id }, useMoment()));

/** The hours of each reason on the person's week. */
export function PersonWeek({ person }: { person: Person }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const { data: week, error, refetch } = useWeek(person);
  const { row, choose } = useSelected(week);
  if (week?.rows.length === 0) return null;
  const [first] = week?.rows ?? [];
  const zones = zonesOf(week?.rows ?? []);
  const clock =
    first && first.now >= 0 && zones.length === 1
      ? t(at ? 'week.thenAt' : 'week.nowAt', { at: minuteWords(first.now) })
      : '';
  return (
    <Panel
      title={t('week.title')}
      actions={
        <span className="mute">
          {[t('week.zone', { count: zones.length, zones }), clock].filter(Boolean).join(', ')}
        </span>
      }
    >
      {!week && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('week.loading')} />)}
      {week && (
        <WeekPicture
          label={t(week.as_of === 'past' ? 'week.labelThen' : 'week.label', { name: person.display_name })}
          lines={weekLines(week, t)}
          chosen={row && lineKey(row)}
          onChoose={choose}
        />
      )}
    </Panel>
  );
}

/** The chain from the person to the doors for the selected line. */
export function PersonBecause({ person, since }: { person: Person; since: string | null }) {
  const { t } = useTranslation('access');
  const { row } = useSelected(useWeek(person).data);
  if (!row) return null;
  const search = (old: object) => ({ ...old, door: row.rule_name });
  return (
    <Panel title={t('because.title')} padded>
      <Because
        of="person"
        row={row}
        hint={[person.connection_name, since && t('because.since', { at: formatDate(since) })]
          .filter(Boolean)
          .join(', ')}
        doors={
          <Link activeProps={{}} to="/people/$id" params={{ id: person.id }} search={search} hash="doors">
            {t('counted.doors', { count: row.doors })}
          </Link>
        }
      />
    </Panel>
  );
}
