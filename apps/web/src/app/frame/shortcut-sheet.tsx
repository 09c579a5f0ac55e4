import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/overlay/dialog';

const groups = {
  everywhere: { search: 'Ctrl K / ⌘ K', help: '?', close: 'Esc' },
  lists: { next: 'j / ↓', previous: 'k / ↑', open: 'Enter', select: 'x', find: '/' },
  matrix: {
    move: '↑ ↓ ← →',
    jump: 'Ctrl ↑ ↓ ← →',
    explain: 'Enter',
    toggle: 'Space',
    extend: 'Shift ↑ ↓ ← →',
    grant: 'G',
    takeBack: 'Del',
    fold: '← / →',
    row: 'A–Z',
    undo: 'Ctrl Z / ⌘ Z',
    redo: 'Ctrl Y / ⇧ ⌘ Z',
    zoom: '+ / − / 0',
  },
} as const;

/** The keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const words = t('shortcuts', { returnObjects: true });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Group title={words.everywhere} keys={groups.everywhere} />
      <Group title={words.lists} keys={groups.lists} />
      <Group title={words.matrix} keys={groups.matrix} />
    </Dialog>
  );
}

type Groups = typeof groups;
type Keys = Partial<Record<{ [G in keyof Groups]: keyof Groups[G] }[keyof Groups], string>>;

function Group({ title, keys }: { title: string; keys: Keys }) {
  const { t } = useTranslation('palette');
  const words = t('shortcuts', { returnObjects: true });
  return (
    <section className="shortcuts">
      <h3>{title}</h3>
      <dl>
        {Object.entries(keys).map(([name, pressed]) => (
          <div key={name}>
            <dt>{words[name as keyof Keys] /* a key of the table */}</dt>
            <dd>
              {pressed.split(' / ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
