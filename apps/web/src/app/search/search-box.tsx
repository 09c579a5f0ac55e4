import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '#ui/is-typing';
import { loadResults, Palette } from './palette';
import './search.css';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A button that looks like a field and opens the palette. So do Ctrl+K or ⌘K, and / if no list has a search field. */
export function SearchBox() {
  const { t } = useTranslation('shell');
  const [isOpen, setIsOpen] = useState(false);
  const prepare = () => void loadResults().catch(() => undefined); // Opening tries again.
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      // Ctrl or ⌘ alone may be the start of the shortcut, so loading begins here.
      if (event.key === 'Control' || event.key === 'Meta') void loadResults().catch(() => undefined);
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === '/' && !isTyping(event);
      if (!isShortcut && !isSlash) return;
      event.preventDefault();
      const ofList = isSlash ? document.querySelector<HTMLInputElement>('[data-list-search]') : null;
      if (ofList) ofList.focus();
      else setIsOpen(true);
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
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={17} stroke={1.7} aria-hidden />
        <span className="search-box-words">{t('search.placeholder')}</span>
        <kbd>{t(isMac ? 'search.shortcutMac' : 'search.shortcut')}</kbd>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
