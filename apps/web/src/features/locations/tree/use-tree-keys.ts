import { type KeyboardEvent, useRef } from 'react';
import { findTyped, type TreeRow } from './tree-rows';

const typingMs = 700;

type Keys = {
  rows: readonly TreeRow[];
  current: number;
  onMove: (index: number) => void;
  onOpen: (id: string, isOpen: boolean) => void;
  onChoose: (id: string) => void;
};

/** Arrows, Home, End, Enter and letters, as in the ARIA tree pattern. */
export function useTreeKeys({ rows, current, onMove, onOpen, onChoose }: Keys) {
  const typed = useRef({ text: '', at: 0 });
  const toParent = (row: TreeRow) => onMove(rows.findIndex(({ place }) => place.id === row.place.parent_id));
  const steps: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => onMove(Math.min(current + 1, rows.length - 1)),
    ArrowUp: () => onMove(Math.max(current - 1, 0)),
    Home: () => onMove(0),
    End: () => onMove(rows.length - 1),
    ArrowRight: ({ place, isOpen }) => {
      if (isOpen === false) onOpen(place.id, true);
      else if (isOpen) onMove(current + 1);
    },
    ArrowLeft: (row) => {
      if (row.isOpen) onOpen(row.place.id, false);
      else if (row.place.parent_id) toParent(row);
    },
    Enter: ({ place }) => onChoose(place.id),
    ' ': ({ place }) => onChoose(place.id),
  };
  return (event: KeyboardEvent) => {
    const row = rows[current];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    if (step) step(row);
    else if (event.key.length === 1) {
      const isGoingOn = event.timeStamp - typed.current.at < typingMs;
      const text = `${isGoingOn ? typed.current.text : ''}${event.key.toLowerCase()}`;
      typed.current = { text, at: event.timeStamp };
      onMove(findTyped(rows, current, text));
    } else return;
    event.preventDefault();
  };
}
