import type { LocationNode } from '@key2xs/contract';
import { TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { ancestorIds, listRows, type TreeRow } from './tree-rows';
import { useTreeKeys } from './use-tree-keys';

type Props = {
  places: readonly LocationNode[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

/** The tree with its counts, one line per place. Ancestors of the selected place are open. */
export function LocationTree({ places, chosen, onChoose }: Props) {
  const { t } = useTranslation('locations');
  const [search, setSearch] = useState('');
  const { isOpen, setOpen } = useOpen(places, chosen);
  const { rows, hidden } = useMemo(() => listRows(places, { open: isOpen, search }), [places, isOpen, search]);
  const [focused, setFocused] = useState<string>();
  const lines = useRef(new Map<string, HTMLElement>());
  const indexOf = (id: string | undefined) => rows.findIndex(({ place }) => place.id === id);
  const current = Math.max(0, indexOf(focused) >= 0 ? indexOf(focused) : indexOf(chosen));
  const move = (index: number) => {
    const id = rows[index]?.place.id;
    if (id === undefined) return;
    setFocused(id);
    lines.current.get(id)?.focus();
  };
  const onKeyDown = useTreeKeys({ rows, current, onMove: move, onOpen: setOpen, onChoose });
  return (
    <div className="place-tree">
      <TextInput
        size="sm"
        aria-label={t('tree.search')}
        placeholder={t('tree.placeholder')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {rows.length === 0 && (
        <p className="mute place-tree-none" role="status">
          {t('tree.noMatch')}
        </p>
      )}
      <div role="tree" aria-label={t('word.places')} className="place-lines" onKeyDown={onKeyDown}>
        {rows.map((row, index) => (
          <Line
            key={row.place.id}
            row={row}
            isChosen={row.place.id === chosen}
            isFocusable={index === current}
            onChoose={onChoose}
            onOpen={setOpen}
            onFocus={setFocused}
            takeElement={(id, element) => (element ? lines.current.set(id, element) : lines.current.delete(id))}
          />
        ))}
      </div>
      {hidden > 0 && <p className="mute place-tree-none">{t('tree.more', { count: hidden })}</p>}
    </div>
  );
}

/** Which places are open. Ancestors of a selected place open with it; with few roots, they open at first. */
function useOpen(places: readonly LocationNode[], chosen: string | undefined) {
  const tops = places.filter(({ parent_id }) => parent_id === null);
  const [open, setOpenIds] = useState<ReadonlySet<string>>(new Set(tops.length <= 3 ? tops.map(({ id }) => id) : []));
  const above = ancestorIds(places, chosen).join();
  useEffect(() => {
    if (above) setOpenIds((before) => new Set([...before, ...above.split(',')]));
  }, [above]);
  const setOpen = (id: string, isOpen: boolean) =>
    setOpenIds((before) => new Set(isOpen ? [...before, id] : [...before].filter((one) => one !== id)));
  return { isOpen: open, setOpen };
}

type LineProps = {
  row: TreeRow;
  isChosen: boolean;
  isFocusable: boolean;
  onChoose: (id: string) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  onFocus: (id: string) => void;
  takeElement: (id: string, element: HTMLElement | null) => void;
};

function Line({ row, isChosen, isFocusable, onChoose, onOpen, onFocus, takeElement }: LineProps) {
  const { t } = useTranslation('locations');
  const { place, level, isOpen } = row;
  const { id, name, type, cylinders, protection_class } = place;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const said = [name, t(`types.${type}`), t('counted.cylinders', { count: cylinders })];
  if (protection_class !== null) said.push(t('tree.class', { level: protection_class }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      ref={(element) => takeElement(id, element)}
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      aria-level={level}
      aria-expanded={isOpen}
      aria-selected={isChosen}
      className="place-line"
      style={{ paddingLeft: 8 + (level - 1) * 16 }}
      onClick={() => onChoose(id)}
      onFocus={() => onFocus(id)}
    >
      <span
        className="place-chevron"
        aria-hidden
        onClick={(event) => {
          if (isOpen === undefined) return;
          event.stopPropagation();
          onOpen(id, !isOpen);
        }}
      >
        {isOpen !== undefined && <Chevron size={15} />}
      </span>
      <span className="visually-hidden">{said.join(', ')}</span>
      <span className="place-name" aria-hidden>
        {name}
      </span>
      <span className="place-type" aria-hidden>
        {t(`types.${type}`)}
      </span>
      <span className="place-count" aria-hidden>
        {formatNumber(cylinders)}
      </span>
    </div>
  );
}
