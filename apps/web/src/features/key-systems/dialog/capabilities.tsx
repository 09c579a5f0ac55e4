import type { KeySystemConnection } from '@key2xs/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The connection's capabilities according to its last test. */
export function Capabilities({ connection: { capabilities } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  return (
    <section aria-labelledby="capabilities">
      <h3 id="capabilities">{t('capabilities.title')}</h3>
      {capabilities.length === 0 ? <p className="mute">{t('capabilities.unknown')}</p> : <Known known={capabilities} />}
    </section>
  );
}

function Known({ known }: { known: readonly string[] }) {
  const { t } = useTranslation('key-systems');
  const words = Object.entries(t('capabilities.of', { returnObjects: true }));
  const can = words.filter(([name]) => known.includes(name));
  const cannot = words.filter(([name]) => !known.includes(name));
  const isByHand = cannot.some(([name]) => name.startsWith('write_'));
  return (
    <>
      {isByHand && <p className="mute">{t('capabilities.byHand')}</p>}
      {cannot.length === 0 && <p className="mute">{t('capabilities.all')}</p>}
      <div className="capability-lists">
        {can.length > 0 && <Abilities title={t('capabilities.can')} words={can} is="can" />}
        {cannot.length > 0 && <Abilities title={t('capabilities.cannot')} words={cannot} is="cannot" />}
      </div>
    </>
  );
}

type ListProps = { title: string; words: readonly [string, string][]; is: 'can' | 'cannot' };

function Abilities({ title, words, is }: ListProps) {
  const Icon = is === 'can' ? IconCheck : IconX;
  return (
    <div>
      <p id={`abilities-${is}`} className="mute">
        {title}
      </p>
      <ul aria-labelledby={`abilities-${is}`}>
        {words.map(([name, text]) => (
          <li key={name} className={is === 'can' ? 'tone-green' : 'tone-grey'}>
            <Icon size={16} stroke={1.8} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
