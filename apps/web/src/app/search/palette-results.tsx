import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_SEARCH_LENGTH } from '#data/search';
import type { PaletteItem } from './palette-item';
import { rememberChoice } from './recent-choices';
import { usePaletteItems } from './use-palette-items';

const PAUSE_MS = 200;

type Props = {
  id: string;
  text: string;
  /** Arrow keys pressed since the text changed; up counts down. */
  steps: number;
  /** Enter was pressed: opens the current result once the search is complete. */
  isEntered: boolean;
  onCurrent: (id: string | undefined) => void;
  onClose: () => void;
};

/** Focus stays in the search field, which refers to the current option by id. */
export function PaletteResults({ id, text, steps, isEntered, onCurrent, onClose }: Props) {
  const { t } = useTranslation(['palette', 'shell']);
  const [query] = useDebouncedValue(text, PAUSE_MS);
  const { groups, isBusy, hasFailed } = usePaletteItems(text, query);
  const items = groups.flatMap((group) => group.items);
  const current = items[items.length > 0 ? ((steps % items.length) + items.length) % items.length : 0];
  const currentId = current && `${id}-${current.key}`;

  const choose = (item: PaletteItem) => {
    rememberChoice({ key: item.key.replace(/^recent:/, ''), ...(item.hit && { hit: item.hit }) });
    onClose();
    item.choose();
  };
  const notifyCurrent = useEffectEvent(onCurrent);
  useEffect(() => notifyCurrent(currentId), [currentId]);
  const enter = useEffectEvent(() => current && choose(current));
  useEffect(() => {
    if (isEntered && !isBusy) enter();
  }, [isEntered, isBusy]);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);

  const isLongEnough = text.trim().length >= MIN_SEARCH_LENGTH;
  return (
    <>
      <div id={id} role="listbox" aria-label={t('shell:search.results')} className="palette-results">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="palette-group" aria-hidden="true">
              {group.title}
            </div>
            {group.items.map((item) => (
              <Option
                key={item.key}
                id={`${id}-${item.key}`}
                item={item}
                isCurrent={item === current}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="palette-hint" role="status">
        {hasFailed && t('failed')}
        {!hasFailed && isBusy && t('busy')}
        {!hasFailed && !isBusy && isLongEnough && items.length === 0 && t('nothing', { text })}
        {!hasFailed && !isBusy && !isLongEnough && t('hint')}
      </p>
    </>
  );
}

type OptionProps = { id: string; item: PaletteItem; isCurrent: boolean; onChoose: () => void };

function Option({ id, item: { title, subtitle, shortcut }, isCurrent, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the field
    <div id={id} role="option" aria-selected={isCurrent} className="palette-item" onClick={onChoose}>
      <span>{title}</span>
      {subtitle && <span className="mute">{subtitle}</span>}
      {shortcut && <kbd>{shortcut}</kbd>}
    </div>
  );
}
