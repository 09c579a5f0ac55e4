import { nameOfRow } from '@key2xs/domain';
import { IconShieldHalf } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSensitive } from '#components/pickers/sensitive-tag';
import { type Change, type Content, grantAt, objectKey, toggleGrant, toggleWholeRow } from '../state/choices';
import type { DoorChoice } from '../state/use-doors';
import { GrantMark, letterOf } from './grant-mark';
import './grant-matrix.css';

type Props = {
  content: Content;
  change: Change;
  /** With which a click grants; null: always. */
  time: string | null;
  choices: ReadonlyMap<string, DoorChoice>;
  peopleOf: (row: Content['rows'][number]) => number | undefined;
};

const arrows: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Who by places and groups: a click or a space grants, another one takes back. Arrow keys move, Home and End go to the ends. */
export function GrantMatrix({ content, change, time, choices, peopleOf }: Props) {
  const { t } = useTranslation(['plan-wizard', 'pickers']);
  const { rows, columns } = content;
  const [at, setAt] = useState({ row: 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const focus = (row: number, column: number) => {
    const to = { row: within(row, rows.length), column: within(column, columns.length) };
    setAt(to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row} ${to.column}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) focus(at.row + arrow[0], at.column + arrow[1]);
    else if (event.key === 'Home') focus(event.ctrlKey ? 0 : at.row, 0);
    else if (event.key === 'End') focus(event.ctrlKey ? rows.length - 1 : at.row, columns.length - 1);
    else return;
    event.preventDefault();
  };
  const labelOf = (id: string) => {
    const index = content.times.findIndex((one) => one.id === id);
    return { letter: letterOf(index), name: content.times[index]?.name ?? '' };
  };
  return (
    <section className="grant-region" aria-label={t('rules.matrix')} tabIndex={-1}>
      <table ref={grid} className="grant-matrix" aria-label={t('rules.matrix')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className="grant-corner">
              {t('word.who')}
            </th>
            {columns.map((column) => {
              const choice = choices.get(objectKey(column));
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-sensitive={isSensitive(choice?.protectionClass)}
                  title={column.name}
                >
                  <span className="grant-column">
                    {isSensitive(choice?.protectionClass) && (
                      <IconShieldHalf
                        size={14}
                        aria-label={t('pickers:sensitive', { number: choice?.protectionClass ?? 0 })}
                      />
                    )}
                    <span className="grant-column-name">{choice?.label ?? column.name}</span>
                    <span className="mute">{choice ? t('doors', { count: choice.doors }) : ''}</span>
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={row.id}>
              <th scope="row">
                <button
                  type="button"
                  className="grant-row"
                  onClick={() => change((before) => toggleWholeRow(before, row.id, time))}
                  title={t('rules.wholeRow')}
                >
                  {nameOfRow(row)} <People count={peopleOf(row)} />
                </button>
              </th>
              {columns.map((column, columnAt) => {
                const cell = { row: row.id, column: column.id };
                const grant = grantAt(content, cell);
                const timed = grant?.time ? labelOf(grant.time) : undefined;
                const state = grant ? (timed?.name ?? t('rules.always')) : t('rules.no');
                const isHere = at.row === rowAt && at.column === columnAt;
                const isFlagged = isSensitive(choices.get(objectKey(column))?.protectionClass);
                return (
                  <td key={column.id} data-sensitive={isFlagged}>
                    <button
                      type="button"
                      className="grant-cell"
                      data-cell={`${rowAt} ${columnAt}`}
                      data-wants={isHere ? 'grants' : undefined}
                      data-granted={grant !== undefined}
                      aria-pressed={grant !== undefined}
                      aria-label={t('rules.cell', { who: nameOfRow(row), what: column.name, state })}
                      tabIndex={isHere ? 0 : -1}
                      onFocus={() => setAt({ row: rowAt, column: columnAt })}
                      onClick={() => change((before) => toggleGrant(before, cell, time))}
                    >
                      {grant && <GrantMark letter={timed?.letter} />}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function People({ count }: { count: number | undefined }) {
  const { t } = useTranslation('plan-wizard');
  return count === undefined ? null : <span className="mute">{t('people', { count })}</span>;
}

const within = (place: number, length: number) => Math.max(0, Math.min(length - 1, place));
