import { type KeyboardEvent, useState } from 'react';

export type RowActs<T> = {
  rows: readonly T[];
  rowKey: (row: T) => string;
  onRowClick?: (row: T) => void;
  /** Accessible name of opening a row. */
  rowLabel?: (row: T) => string;
  /** Marks the row whose details are open. */
  isCurrent?: (row: T) => boolean;
};

/**
 * Makes elements keyboard rows: one is a tab stop, the others are reached by j, k and the arrows; Enter opens, x
 * selects. Open details follow.
 */
export function useRowKeys<T>({ rows, rowKey, onRowClick, rowLabel, isCurrent }: RowActs<T>) {
  const [focused, setFocused] = useState<string>();
  const stop = rows.find((row) => rowKey(row) === focused) ?? rows.find((row) => isCurrent?.(row)) ?? rows[0];

  const step = (event: KeyboardEvent<HTMLElement>, row: T) => {
    const next = stepOf(event.key);
    const index = rows.indexOf(row) + next;
    const other = event.currentTarget.parentElement?.children[index];
    if (next === 0) return;
    event.preventDefault();
    if (!(other instanceof HTMLElement)) return;
    other.focus();
    const shown = rows[index];
    if (shown && rows.some((one) => isCurrent?.(one))) onRowClick?.(shown);
  };
  return (row: T) => ({
    'data-row': rowKey(row),
    className: onRowClick && 'table-row-open',
    tabIndex: row === stop ? 0 : -1,
    'aria-label': rowLabel?.(row),
    'aria-current': isCurrent?.(row) ? ('true' as const) : undefined,
    onFocus: () => setFocused(rowKey(row)),
    onClick: ({ target }: { target: EventTarget }) => {
      if (!isControl(target)) onRowClick?.(row);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key, ctrlKey, metaKey, altKey } = event;
      if (target !== currentTarget || ctrlKey || metaKey || altKey) return;
      if (key === 'Enter') onRowClick?.(row);
      else if (key === 'x') currentTarget.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
      else step(event, row);
    },
  });
}

function stepOf(key: string): 1 | -1 | 0 {
  if (key === 'ArrowDown' || key === 'j') return 1;
  return key === 'ArrowUp' || key === 'k' ? -1 : 0;
}

/** Clicks on buttons and links inside a row do not open it. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select, textarea') !== null;
}
