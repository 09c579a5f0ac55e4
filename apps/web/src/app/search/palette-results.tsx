import { useTranslation } from 'react-i18next';
import type { PaletteGroup, PaletteItem } from './use-palette-items';

type Props = {
  id: string;
  groups: readonly PaletteGroup[];
  current: PaletteItem | undefined;
  onOpen: (item: PaletteItem) => void;
};

/** Focus stays in the search field, which refers to the current option by id. */
export function PaletteResults({ id, groups, current, onOpen }: Props) {
  const { t } = useTranslation('shell');
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className="palette-results">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="palette-group" aria-hidden="true">
            {group.title}
          </div>
          {group.items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the field
            <div
              key={item.key}
              id={`${id}-${item.key}`}
              role="option"
              aria-selected={item.key === current?.key}
              className="palette-item"
              onClick={() => onOpen(item)}
            >
              <span>{item.title}</span>
              {item.subtitle && <span className="mute">{item.subtitle}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
