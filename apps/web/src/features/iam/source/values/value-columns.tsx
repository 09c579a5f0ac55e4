import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddRule } from '#components/access/add-rule';
import type { CountedSubject } from '#data/plans/access-rules';
import type { RuleOfPlan } from '#data/sources/rules-by-value';
import { formatNumber } from '#lib/format';
import type { Column } from '#ui/table/data-table';

type Shown = {
  sourceId: string;
  of: 'job_title' | 'department';
  /** Undefined while the rules are unknown. */
  rulesOf: ((value: string) => readonly RuleOfPlan[]) | undefined;
};

/** Rules shown in a row; more would fill it. */
const maxRules = 3;

export function useValueColumns({ sourceId, of, rulesOf }: Shown): Column<CountedSubject>[] {
  const { t } = useTranslation('source');
  return [
    { key: 'name', phone: 'title', header: t(`values.columns.${of}`), cell: ({ name }) => name },
    {
      key: 'people',
      phone: 'meta',
      header: t('values.columns.people'),
      cell: ({ value, people }) => (
        <Link
          to="/people"
          search={{ connection_id: sourceId, [of]: value, state: 'active' }}
          aria-label={t('values.openPeople', { count: people, name: value })}
        >
          {formatNumber(people)}
        </Link>
      ),
      align: 'right',
    },
    {
      key: 'rules',
      phone: 'meta',
      header: t('values.columns.rules'),
      cell: ({ value }) => rulesOf && <Rules rules={rulesOf(value)} />,
    },
    {
      key: 'add',
      phone: 'aside',
      header: t('values.columns.action'),
      cell: ({ value }) => <AddRule of={beginOf(of, value)} name={value} isInRow />,
    },
  ];
}

const beginOf = (of: Shown['of'], value: string) =>
  of === 'department' ? { department: value } : { job_title: value };

function Rules({ rules }: { rules: readonly RuleOfPlan[] }) {
  const { t } = useTranslation('source');
  if (rules.length === 0) return <span className="mute">{t('values.noRule')}</span>;
  const more = rules.length - maxRules;
  return (
    <>
      {rules.slice(0, maxRules).map(({ rule, plan }, i) => (
        <span key={rule.id}>
          {i > 0 && ' · '}
          <Link
            to="/keys/key-plans/$id"
            params={{ id: plan.id }}
            search={{ tab: 'rules', search: rule.name }}
            title={t('values.inPlan', { plan: plan.name })}
          >
            {rule.name}
          </Link>
          {!rule.is_active && <span className="mute"> ({t('values.ruleOff')})</span>}
        </span>
      ))}
      {more > 0 && ` · ${t('values.moreRules', { count: more })}`}
    </>
  );
}
