import type { TFunction } from 'i18next';
import { type Content, newId, weekly } from './choices';

type Connection = { id: string };

const workdays = [1, 2, 3, 4, 5];
const everyDay = [...workdays, 6, 7];

/** Where a wizard begins: the only source and the only key system are meant, and three times are offered. */
export function firstContent(
  t: TFunction<'plan-wizard'>,
  { sources, systems }: { sources: readonly Connection[]; systems: readonly Connection[] },
): Content {
  return {
    name: '',
    description: '',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    schedule_policy: 'refuse',
    iam_connection_ids: only(sources),
    key_system_connection_ids: only(systems),
    rows: [],
    columns: [],
    times: [
      { id: newId(), name: t('times.work'), time_restrictions: [weekly(workdays, '07:00', '19:00')] },
      { id: newId(), name: t('times.early'), time_restrictions: [weekly(workdays, '05:00', '22:00')] },
      { id: newId(), name: t('times.day'), time_restrictions: [weekly(everyDay, '06:00', '22:00')] },
    ],
    grants: [],
    names: [],
  };
}

const only = (connections: readonly Connection[]): string[] =>
  connections.length === 1 ? connections.map(({ id }) => id) : [];
