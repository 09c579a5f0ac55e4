import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SHORTEST_SEARCH } from '#data/search';
import type { PaletteItem } from './palette-item';
import { rememberChoice } from './recent-choices';
import { usePaletteItems } from './use-palette-items';

const PAUSE_MS = 200;

type Props = {
  id: string;
  text: string;
  /** Arrow keys pressed since the text changed; up counts down. */
  steps: number;
  /** Enter was pressed: opens the current one once it is known to be the one meant. */
  isEntered: boolean;
  onCurrent: (id: string | undefined) => void;
  onClose: () => void;
};

/** Focus stays in the search field, which refers to the current option by id. */
export function PaletteResults({ id, text, steps, isEntered, onCurrent, onClose }: Props) {
  const { t } = useTranslation(['palette', 'shell']);
  const [asked] = useDebouncedValue(text, PAUSE_MS);
  const { groups, isBusy, hasFailed } = usePaletteItems(text, asked);
  const items = groups.flatMap((group) => group.items);
  const current = items[items.length > 0 ? ((steps % items.length) + items.length) % items.length : 0];
  const currentId = current && `${id}-${current.key}`;

  const choose = (item: PaletteItem) => {
    rememberChoice({ key: item.key.replace(/^recent:/, ''), ...(item.hit && { hit: item.hit }) });
    onClose();
    item.choose();
  };
  const tellCurrent = useEffectEvent(onCurrent);
  useEffect(() => tellCurrent(currentId), [currentId]);
  const enter = useEffectEvent(() => current && choose(current));
  useEffect(() => {
    if (isEntered && !isBusy) enter();
  }, [isEntered, isBusy]);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: 'nearest' });
  }, [currentId]);

  const isAsked = text.trim().length >= SHORTEST_SEARCH;
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
        {!hasFailed && !isBusy && isAsked && items.length === 0 && t('nothing', { text })}
        {!hasFailed && !isBusy && !isAsked && t('hint')}
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
