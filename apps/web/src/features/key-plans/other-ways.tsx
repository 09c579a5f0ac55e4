import { Button, Menu } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMayOpen } from '#ui/may-open';

const ways = [
  { to: '/keyplan/wizard', label: 'wizard' },
  { to: '/keyplan-ai/create', label: 'generator' },
  { to: '/key-systems', label: 'upload' },
] as const satisfies readonly { to: LinkProps['to']; label: string }[];

/** Ways to a key plan besides the form. */
export function OtherWays() {
  const { t } = useTranslation('key-plans');
  const mayOpen = useMayOpen();
  const open = ways.filter(({ to }) => mayOpen(to));
  if (open.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">{t('list.ways')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {open.map(({ to, label }) => (
          <Menu.Item key={to} renderRoot={(props) => <Link to={to} {...props} />}>
            {t(`list.${label}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
