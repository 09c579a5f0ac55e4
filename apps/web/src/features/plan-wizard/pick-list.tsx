import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from './state/missing';
import './pick-list.css';

/** Beyond this the list should be searched. */
const mostShown = 200;

export type Pick = {
  key: string;
  label: string /** Searched, not shown. */;
  words?: string;
  detail?: string;
  mark?: ReactNode;
  depth?: number;
};

type Props = {
  label: string;
  items: readonly Pick[];
  chosen: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** What is missing while nothing is chosen, and said so. */
  wants?: Missing;
  error?: string | undefined;
};

/** Things to tick, with a search as you type. Chosen ones stay where they are. */
export function PickList({ label, items, chosen, onToggle, wants, error }: Props) {
  const { t } = useTranslation('plan-wizard');
  const [typed, setTyped] = useState('');
  const search = typed.trim().toLowerCase();
  const found = items.filter(({ label: name, words = '' }) => `${name} ${words}`.toLowerCase().includes(search));
  return (
    <div className="pick-list">
      <TextInput
        aria-label={t('pick.search', { what: label })}
        placeholder={t('pick.placeholder')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        data-wants={wants}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <fieldset aria-label={label}>
        {found.slice(0, mostShown).map(({ key, label: name, detail, mark, depth = 0 }) => (
          <div key={key} className="pick" style={{ paddingInlineStart: 16 + (search === '' ? depth * 20 : 0) }}>
            <Checkbox label={name} checked={chosen.has(key)} onChange={() => onToggle(key)} />
            {mark}
            {detail && <span className="mute pick-detail">{detail}</span>}
          </div>
        ))}
      </fieldset>
      <p className="mute" role="status">
        {found.length === 0 && t('pick.nothing')}
        {found.length > mostShown && t('pick.more', { shown: mostShown, count: found.length })}
      </p>
    </div>
  );
}
