import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORTEST_SEARCH } from '#data/search';
import { PaletteResults } from './palette-results';
import { type PaletteItem, usePaletteItems } from './use-palette-items';

const PAUSE_MS = 200;

/** Finds screens and records; arrows choose, Enter opens. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { groups, isBusy, hasFailed } = usePaletteItems(asked);
  const items = groups.flatMap((group) => group.items);
  const isAsked = asked.trim().length >= SHORTEST_SEARCH;
  const current = items[Math.min(chosen, items.length - 1)];

  const open = (item: PaletteItem) => {
    onClose();
    void navigate(item.place);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current) open(current);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    if (items.length > 0) setChosen((Math.min(chosen, items.length - 1) + step + items.length) % items.length);
  };
  const type = (value: string) => {
    setText(value);
    setChosen(0);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('search.title') } }}
    >
      <div className="palette">
        <div className="palette-field">
          <IconSearch size={18} stroke={1.7} aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label={t('search.title')}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={current && `${id}-${current.key}`}
            placeholder={t('search.placeholder')}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={steer}
            data-autofocus
            autoComplete="off"
          />
        </div>
        <PaletteResults id={id} groups={groups} current={current} onOpen={open} />
        <p className="palette-hint" role="status">
          {hasFailed && t('search.failed')}
          {!hasFailed && isBusy && t('search.busy')}
          {!hasFailed && !isBusy && isAsked && items.length === 0 && t('search.nothing', { text: asked })}
          {!hasFailed && !isBusy && !isAsked && t('search.hint')}
        </p>
      </div>
    </Modal>
  );
}
