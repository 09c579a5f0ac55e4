import { accessRules, keyPlanList } from '@key2xs/contract';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { LinkButton } from '#ui/link-button';

const activePlansQuery = recordsQuery(keyPlanList, { query: { is_active: 'true', limit: 50 }, params: undefined });

type Props = {
  /** Initial values of the rule. */
  of: { department: string } | { job_title: string } | { group_id: string };
  name: string;
  /** Inside a row of a list. */
  isInRow?: true;
};

/**
 * Opens the form of a new rule in the only active plan, or in one of several to select. Hidden from users who may not
 * add rules.
 */
export function AddRule({ of, name, isInRow }: Props) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const mayAdd = useMay(accessRules.create);
  const { data } = useQuery({ ...activePlansQuery, enabled: mayAdd });
  if (!mayAdd || !data) return null;
  const [plan, other] = data.rows;
  const look = {
    variant: isInRow ? 'subtle' : 'default',
    size: isInRow ? 'compact-sm' : 'sm',
    'aria-label': t('addRuleFor', { name }),
    children: t('addRule'),
  };
  if (!plan) return <LinkButton to="/keys/key-plans" {...look} />;
  const begin = { dialog: 'rule', ...of } as const;
  if (!other) return <LinkButton to="/keys/key-plans/$id" params={{ id: plan.id }} search={begin} {...look} />;
  return (
    <Menu>
      <Menu.Target>
        <Button {...look} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('addRuleTo')}</Menu.Label>
        {data.rows.map(({ id, name: planName }) => (
          <Menu.Item
            key={id}
            onClick={() => void navigate({ to: '/keys/key-plans/$id', params: { id }, search: begin })}
          >
            {planName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
