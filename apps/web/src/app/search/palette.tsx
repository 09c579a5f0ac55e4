import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import { useFocusReturn } from '#ui/overlay/focus-return';

export const loadResults = () => loadChunk('PaletteResults', () => import('./palette-results'));
const PaletteResults = lazy(async () => ({ default: (await loadResults()).PaletteResults }));

/**
 * Finds screens, actions and records; arrows select, Enter opens. The field appears at once and buffers keys while
 * the results are still loading.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const id = useId();
  const [{ text, steps, isEntered }, setPressed] = useState({ text: '', steps: 0, isEntered: false });
  const [current, setCurrent] = useState<string>();
  useFocusReturn();

  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') setPressed({ text, steps, isEntered: true });
    if (event.key === 'Escape') onClose();
    if (event.key === 'ArrowDown') setPressed((before) => ({ ...before, steps: before.steps + 1 }));
    if (event.key === 'ArrowUp') setPressed((before) => ({ ...before, steps: before.steps - 1 }));
    // The field is the only focusable element, so Tab stays here.
    if (['ArrowDown', 'ArrowUp', 'Tab'].includes(event.key)) event.preventDefault();
  };
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same
    <div className="palette-veil" onClick={(event) => event.target === event.currentTarget && onClose()}>
      <div className="palette" role="dialog" aria-modal="true" aria-label={t('search.title')}>
        <div className="palette-field">
          <IconSearch size={18} stroke={1.7} aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label={t('search.title')}
            aria-expanded
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={current}
            placeholder={t('search.placeholder')}
            value={text}
            onChange={(event) => setPressed({ text: event.currentTarget.value, steps: 0, isEntered: false })}
            onKeyDown={steer}
            onBlur={(event) => event.relatedTarget === null && event.currentTarget.focus()}
            // biome-ignore lint/a11y/noAutofocus: a search is opened to type
            autoFocus
            autoComplete="off"
            data-mantine-stop-propagation="true" // Escape closes only this, not a dialog below.
          />
          <kbd>{t('search.escape')}</kbd>
        </div>
        <Suspense
          fallback={<div id={id} role="listbox" aria-label={t('search.results')} className="palette-results" />}
        >
          <PaletteResults {...{ id, text, steps, isEntered, onClose }} onCurrent={setCurrent} />
        </Suspense>
      </div>
    </div>,
    document.body,
  );
}
