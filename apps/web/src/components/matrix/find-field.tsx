import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MatrixAxis, MatrixSource } from './source/matrix-source';
import { type MatrixTarget, type MatrixView, nothingFound } from './view/matrix-view';

type SearchResult = { text: string; matches: MatrixTarget[]; at: number };

type Props = { source: MatrixSource; view: MatrixView; onSeek: (target: MatrixTarget) => void };

/** Highlights matching rows and columns, and steps through them. */
export function FindField({ source, view, onSeek }: Props) {
  const { t } = useTranslation('matrix');
  const [found, setFound] = useState<SearchResult>();
  const latestText = useRef(''); // results of an earlier text are dropped

  const find = async (text: string) => {
    latestText.current = text;
    if (text.trim() === '') {
      setFound(undefined);
      view.set({ found: nothingFound });
      return;
    }
    const [rows, columns] = await Promise.all([keysOf(source.rows, text), keysOf(source.columns, text)]);
    if (latestText.current !== text) return;
    view.set({ found: { rows: new Set(rows), columns: new Set(columns) } });
    const matches: MatrixTarget[] = [
      ...rows.map((key) => ({ axis: 'rows' as const, key })),
      ...columns.map((key) => ({ axis: 'columns' as const, key })),
    ];
    const next = { text, matches, at: 0 };
    setFound(next);
    show(next);
  };

  const show = ({ matches, at }: SearchResult) => {
    const match = matches[at];
    if (match) onSeek(match);
  };

  const step = (by: number) => {
    if (!found || found.matches.length === 0) return;
    const next = { ...found, at: (found.at + by + found.matches.length) % found.matches.length };
    setFound(next);
    show(next);
  };

  return (
    <search className="matrix-find">
      <TextInput
        type="search"
        placeholder={t('find')}
        aria-label={t('findLabel')}
        leftSection={<IconSearch size={14} />}
        onChange={({ currentTarget }) => void find(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <output aria-live="polite">
        {found &&
          (found.matches.length === 0 ? t('foundNone') : t('found', { at: found.at + 1, count: found.matches.length }))}
      </output>
      {found && found.matches.length > 1 && (
        <>
          <ActionIcon variant="subtle" size="md" aria-label={t('previous')} onClick={() => step(-1)}>
            <IconChevronUp size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" size="md" aria-label={t('next')} onClick={() => step(1)}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </>
      )}
    </search>
  );
}

const keysOf = async (axis: MatrixAxis, text: string) => (await axis.find?.(text)) ?? [];
