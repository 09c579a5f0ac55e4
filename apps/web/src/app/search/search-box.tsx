import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '#lib/chunk';
import './search.css';

const loadPalette = () => loadChunk('SearchPalette', () => import('./search-palette'));
const SearchPalette = lazy(async () => ({ default: (await loadPalette()).SearchPalette }));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A button that looks like a field and opens the palette. Ctrl+K or ⌘K does the same. */
export function SearchBox() {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      // Ctrl or ⌘ alone may be the start of the shortcut, so loading begins here.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined);
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', openByKey);
    return () => window.removeEventListener('keydown', openByKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-box"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={17} stroke={1.7} aria-hidden />
        <span className="search-box-words">{t('search.placeholder')}</span>
        <kbd>{t(isMac ? 'search.shortcutMac' : 'search.shortcut')}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <SearchPalette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
