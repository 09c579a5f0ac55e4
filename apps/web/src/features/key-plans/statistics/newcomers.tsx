import type { PlanNewcomers } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { Panel } from '#ui/panel';

type Open = (PlanNewcomers['people'] | PlanNewcomers['doors'])['open'][number];

/** Who came after the plan was written, and which of its rules those like them have. Nothing where no one came. */
export function Newcomers({ newcomers }: { newcomers: PlanNewcomers }) {
  const { t } = useTranslation('plan-statistics');
  const { since, people, doors } = newcomers;
  if (people.count + doors.count === 0) return null;
  const parts = [
    { kind: 'people', counts: people, open: people.open.map((one) => ({ ...one, of: detailOf(one) })) },
    { kind: 'doors', counts: doors, open: doors.open.map((one) => ({ ...one, of: one.location_path ?? '' })) },
  ] as const;
  return (
    <Panel title={t('newcomers.title', { date: formatDate(since) })} padded>
      {parts.flatMap(({ kind, counts, open }) =>
        counts.count === 0
          ? []
          : [
              <div key={kind}>
                <p>{t(`newcomers.${kind}`, { count: counts.count, covered: counts.covered })}</p>
                <ul>
                  {open.map((one) => (
                    <li key={one.id}>
                      <NewcomerLine kind={kind} one={one} />
                    </li>
                  ))}
                </ul>
                {counts.count - counts.covered > open.length && (
                  <p className="mute">{t('newcomers.more', { count: counts.count - counts.covered - open.length })}</p>
                )}
              </div>,
            ],
      )}
    </Panel>
  );
}

const detailOf = ({ job_title, department }: PlanNewcomers['people']['open'][number]): string =>
  [job_title, department].filter((one) => one !== null).join(', ');

type Line = { kind: 'people' | 'doors'; one: Pick<Open, 'name' | 'alike' | 'rules'> & { of: string } };

function NewcomerLine({ kind, one: { name, of, alike, rules } }: Line) {
  const { t } = useTranslation('plan-statistics');
  const called = of === '' ? name : `${name} (${of})`;
  if (rules.length === 0) return t(`newcomers.${alike === 0 ? 'nobody' : 'differ'}.${kind}`, { name: called });
  return (
    <>
      {called}:{' '}
      {rules.map((rule) => t(`newcomers.having.${kind}`, { ...rule, rule: rule.name, count: alike })).join(' ')}
    </>
  );
}
