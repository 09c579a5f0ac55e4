import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

export type Choice = { value: string; label: string };
export type ChoiceGroup = { label?: string; choices: readonly Choice[] };

export type PickerSearch = {
  typed: string;
  onType: (text: string) => void;
  /** What fits the typed text, best match first. */
  groups: readonly ChoiceGroup[];
  /** More matches of the typed text may come. */
  isSearching: boolean;
  onChoose: (value: string) => void;
};

type Options = PickerSearch & {
  /** On Enter with nothing typed. */
  onDone?: (() => void) | undefined;
};

/**
 * Search as you type. While something is typed the first match is marked and Enter takes it; an Enter pressed before the
 * search has answered takes the first match as soon as it has. Choosing closes the list.
 */
export function usePicker({ typed, onType, groups, isSearching, onChoose, onDone }: Options) {
  const store = useCombobox();
  const [markedId, setMarkedId] = useState<string>();
  const [isAwaited, setIsAwaited] = useState(false);
  /** The arrow keys mark another one than the first. */
  const hasMoved = useRef(false);
  const shown = groups.flatMap(({ choices }) => choices.map(({ value }) => value));
  const [first] = shown;
  const isTyped = typed.trim() !== '';

  const choose = (value: string) => {
    setIsAwaited(false);
    hasMoved.current = false;
    store.resetSelectedOption();
    store.closeDropdown();
    onType('');
    onChoose(value);
  };
  const settle = useEffectEvent(() => {
    if (first !== undefined) choose(first);
    else setIsAwaited(false);
  });
  const isAnswered = first !== undefined || !isSearching;
  useEffect(() => {
    if (isAwaited && isAnswered) settle();
  }, [isAwaited, isAnswered]);

  const mark = useEffectEvent(() => {
    if (hasMoved.current) return store.updateSelectedOptionIndex('selected');
    store.resetSelectedOption();
    setMarkedId((isTyped && store.selectFirstOption()) || undefined);
  });
  const shownKey = shown.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: marked again whenever other options are shown -- the options are read from the page
  useEffect(() => mark(), [shownKey, typed, store.dropdownOpened]);

  const pressEnter = (event: KeyboardEvent) => {
    event.preventDefault(); // never submits the form around it
    if (!isTyped) {
      if (!hasMoved.current) onDone?.();
    } else if (first === undefined) setIsAwaited(isSearching);
    else if (!store.dropdownOpened) choose(first);
  };
  return {
    store,
    choose,
    /** Enter was pressed, and the search has not answered. */
    isAwaited,
    /** For the element around the field. */
    marked: markedId === undefined ? {} : { 'aria-activedescendant': markedId },
    onType: (text: string) => {
      hasMoved.current = false;
      setIsAwaited(false);
      onType(text);
      store.openDropdown();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter') pressEnter(event);
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        hasMoved.current = true;
        setMarkedId(undefined);
      }
      if (event.key === 'Escape') setIsAwaited(false);
    },
  };
}
