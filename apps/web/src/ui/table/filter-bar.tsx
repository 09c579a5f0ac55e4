import { Button, CloseButton, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Only phones need it. */
const BottomSheet = lazy(async () => ({ default: (await import('../overlay/bottom-sheet')).BottomSheet }));

const DEBOUNCE_MS = 250;

/** Search and filters of a list, above its table. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="filter-bar">{children}</div>;
}

/** The filters on a phone, behind one button with the number of active ones. */
export function FilterSheet({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {count > 0 ? t('ui.filtersChosen', { count }) : t('ui.filters')}
      </Button>
      {isOpen && (
        <Suspense>
          <BottomSheet title={t('ui.filters')} onClose={close}>
            <div className="filter-sheet">
              {children}
              <Button onClick={close}>{t('ui.showRows')}</Button>
            </div>
          </BottomSheet>
        </Suspense>
      )}
    </>
  );
}

type SearchProps = { label: string; placeholder?: string; value: string; onChange: (value: string) => void };

/** Reports input once typing pauses for 250 ms; clearing reports at once. */
export function SearchInput({ label, placeholder, value, onChange }: SearchProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // An external change (back button, cleared filters) replaces the draft.
  if (known !== value) {
    setKnown(value);
    setDraft(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const type = (text: string, delayMs: number) => {
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(text), delayMs);
  };
  return (
    <TextInput
      className="filter-search"
      data-list-search
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={draft}
      onChange={(event) => type(event.currentTarget.value, DEBOUNCE_MS)}
      leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
      rightSection={
        draft ? <CloseButton size={24} aria-label={t('ui.clear', { name: label })} onClick={() => type('', 0)} /> : null
      }
    />
  );
}

export type FilterOption = { value: string; label: string };

type SelectProps = {
  label: string;
  value: string | null | undefined;
  onChange: (value: string | undefined) => void;
  options: readonly FilterOption[];
  /** Shown while nothing is selected; defaults to the label. */
  placeholder?: string;
  clearable?: boolean;
};

/** Selects one value. Clearing reports undefined, which removes it from the URL. */
export function SelectFilter({ label, value, onChange, options, placeholder, clearable = false }: SelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      className="filter-select"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      data={[...options]}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t('ui.clear', { name: label }) }}
      searchable={options.length > 12}
      allowDeselect={clearable}
      limit={200}
    />
  );
}
