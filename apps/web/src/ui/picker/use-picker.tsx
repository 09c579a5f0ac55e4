import { useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

export type Choice = { value: string; label: string };
export type ChoiceGroup = { label?: string; choices: readonly Choice[] };

export type PickerSearch = {
  typed: string;
  onType: (text: string) => void;
  /** Matches of the typed text, best first. */
  groups: readonly ChoiceGroup[];
  /** The search is still running. */
  isSearching: boolean;
  onChoose: (value: string) => void;
};

type Options = PickerSearch & {
  /** Called on Enter with nothing typed. */
  onDone?: (() => void) | undefined;
};

/**
 * Search as you type. The first match is highlighted and Enter selects it; an Enter pressed before the search has
 * answered selects the first match once it has. Selecting closes the list.
 */
export function usePicker({ typed, onType, groups, isSearching, onChoose, onDone }: Options) {
  const store = useCombobox();
  const [markedId, setMarkedId] = useState<string>();
  const [isEnterPending, setIsEnterPending] = useState(false);
  /** The user has moved the highlight with the arrow keys. */
  const hasMoved = useRef(false);
  const shown = groups.flatMap(({ choices }) => choices.map(({ value }) => value));
  const [first] = shown;
  const isTyped = typed.trim() !== '';

  const choose = (value: string) => {
    setIsEnterPending(false);
    hasMoved.current = false;
    store.resetSelectedOption();
    store.closeDropdown();
    onType('');
    onChoose(value);
  };
  const settle = useEffectEvent(() => {
    if (first !== undefined) choose(first);
    else setIsEnterPending(false);
  });
  const isAnswered = first !== undefined || !isSearching;
  useEffect(() => {
    if (isEnterPending && isAnswered) settle();
  }, [isEnterPending, isAnswered]);

  const mark = useEffectEvent(() => {
    if (hasMoved.current) return store.updateSelectedOptionIndex('selected');
    store.resetSelectedOption();
    setMarkedId((isTyped && store.selectFirstOption()) || undefined);
  });
  const shownKey = shown.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for other options -- which are read from the DOM
  useEffect(() => mark(), [shownKey, typed, store.dropdownOpened]);

  const pressEnter = (event: KeyboardEvent) => {
    event.preventDefault(); // Never submits the form around it.
    if (!isTyped) {
      if (!hasMoved.current) onDone?.();
    } else if (first === undefined) setIsEnterPending(isSearching);
    else if (!store.dropdownOpened) choose(first);
  };
  return {
    store,
    choose,
    /** Enter was pressed, and the search has not answered. */
    isEnterPending,
    /** Props for the element around the field. */
    marked: markedId === undefined ? {} : { 'aria-activedescendant': markedId },
    onType: (text: string) => {
      hasMoved.current = false;
      setIsEnterPending(false);
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
      if (event.key === 'Escape') setIsEnterPending(false);
    },
  };
}
