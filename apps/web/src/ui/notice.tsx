import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from './status-tag';

type Props = { tone: Tone; title: string; actions?: ReactNode; children?: ReactNode };

const icons: Record<Tone, TablerIcon> = {
  green: IconCircleCheck,
  blue: IconInfoCircle,
  amber: IconAlertTriangle,
  red: IconCircleX,
  grey: IconInfoCircle,
};

/** Something the reader must know before going on: what happened, what it means, what to do. */
export function Notice({ tone, title, actions, children }: Props) {
  const Icon = icons[tone];
  return (
    <div className={`notice tone-${tone}`} role={tone === 'red' ? 'alert' : 'note'}>
      <span className="notice-icon">
        <Icon size={20} stroke={1.7} aria-hidden />
      </span>
      <div className="notice-text">
        <strong>{title}</strong> {children}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
