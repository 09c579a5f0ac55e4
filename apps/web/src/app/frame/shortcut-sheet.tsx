import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog';

const groups = {
  everywhere: { search: 'Ctrl K / ⌘ K', help: '?', close: 'Esc' },
  lists: { next: 'j / ↓', previous: 'k / ↑', open: 'Enter', select: 'x', find: '/' },
} as const;

/** What the keyboard can do. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const words = t('shortcuts', { returnObjects: true });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Group title={words.everywhere} keys={groups.everywhere} />
      <Group title={words.lists} keys={groups.lists} />
    </Dialog>
  );
}

type Keys = Partial<Record<keyof (typeof groups)['everywhere'] | keyof (typeof groups)['lists'], string>>;

function Group({ title, keys }: { title: string; keys: Keys }) {
  const { t } = useTranslation('palette');
  const words = t('shortcuts', { returnObjects: true });
  return (
    <section className="shortcuts">
      <h3>{title}</h3>
      <dl>
        {Object.entries(keys).map(([name, pressed]) => (
          <div key={name}>
            <dt>{words[name as keyof Keys] /* a name of those in the table */}</dt>
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
