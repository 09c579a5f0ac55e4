import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from './viewport-width';

const PHONE_PX = 600;

/** The description of a screen. On a phone its first line, and the rest on demand. */
export function PageAbout({ text }: { text: string }) {
  const { t } = useTranslation();
  const width = useViewportWidth();
  const line = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = width < PHONE_PX;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or width may need more lines
  useLayoutEffect(() => {
    if (line.current && !isOpen) setIsCut(line.current.scrollHeight > line.current.clientHeight);
  }, [text, width, isOpen]);
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <div className="page-about">
      <p ref={line} data-cut={(isPhone && !isOpen) || undefined}>
        {text}
      </p>
      {isPhone && isCut && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('ui.wholeText')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
