import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEditing } from './editing';

/** Takes edits of this tab back one by one, and forth. */
export function HistoryButtons() {
  const { t } = useTranslation('key-plans');
  const { step, undoWords, redoWords, isPending } = useEditing();
  const buttons = [
    { way: 'undo', Icon: IconArrowBackUp, words: undoWords, name: t('steps.undo'), named: 'steps.undoNamed' },
    { way: 'redo', Icon: IconArrowForwardUp, words: redoWords, name: t('steps.redo'), named: 'steps.redoNamed' },
  ] as const;
  return buttons.map(({ way, Icon, words, name, named }) => (
    <Tooltip key={way} label={words === undefined ? name : t(named, { words })}>
      {/* Stays a button where nothing is left, so that the focus is not lost. */}
      <ActionIcon
        variant="default"
        size="md"
        style={{ alignSelf: 'center' }}
        aria-label={name}
        aria-disabled={words === undefined || isPending}
        data-disabled={words === undefined || undefined}
        onClick={() => step(way)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}
