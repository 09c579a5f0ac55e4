import { type KeyPlan, keyPlans } from '@key2xs/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';

export type PlanAct = 'activation' | 'copy' | 'delete';

type Props = { plan: KeyPlan; onAsk: (act: PlanAct) => void };

/** What else can be done with a plan of the list. The dialogs stand elsewhere: clicks in them must not count as clicks on the row. */
export function PlanMenu({ plan: { name, is_active }, onAsk }: Props) {
  const { t } = useTranslation('key-plans');
  const [mayCopy, mayChange, mayDelete] = [useMay(keyPlans.copy), useMay(keyPlans.update), useMay(keyPlans.remove)];
  if (!mayCopy && !mayDelete && !(is_active && mayChange)) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('list.more', { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {mayCopy && <Menu.Item onClick={() => onAsk('copy')}>{t('copy.action')}</Menu.Item>}
        {is_active && mayChange && (
          <Menu.Item onClick={() => onAsk('activation')}>{t('deactivate.actionMore')}</Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item c="var(--red)" onClick={() => onAsk('delete')}>
            {t('remove.actionMore')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
