import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A piece of code to copy. */
export function CodeExample({ label, code }: { label: string; code: string }) {
  const { t } = useTranslation('developers');
  return (
    <figure className="api-example">
      <figcaption>
        {label}
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              onClick={copy}
              aria-label={t(copied ? 'reference.copied' : 'reference.copy', { name: label })}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: -- long lines scroll, by keyboard too */}
      <section tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
    </figure>
  );
}
