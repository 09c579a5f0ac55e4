import type { GeneratorInput } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';

/** Which data a run uses, and where it goes. With the input of a run: what it did read. */
export function DataNotice({ withEvents, input }: { withEvents: boolean; input?: GeneratorInput | null }) {
  const { t } = useTranslation('generator');
  return (
    <div className="generator-notice">
      <ul>
        <li>{t('notice.people')}</li>
        <li>{t('notice.doors')}</li>
        <li>{t('notice.rights')}</li>
        {withEvents && <li>{t('notice.events')}</li>}
      </ul>
      <p>
        {t('notice.here')} {input ? modelWords() : t('notice.model')}
      </p>
      {input && <Read input={input} />}
    </div>
  );

  function modelWords() {
    if (!input?.language_model) return t('notice.none');
    return t('notice.host', { host: input.language_model });
  }
}

function Read({ input }: { input: GeneratorInput }) {
  const { t } = useTranslation('generator');
  const { read_at, people, cylinders, rights, people_unknown, attributes } = input;
  return (
    <>
      <p>
        {t('notice.read', { when: formatInstant(read_at), people, cylinders, rights })}{' '}
        {people_unknown > 0 && t('notice.unknown', { count: people_unknown })}
      </p>
      <ul>
        {attributes.map(({ name, values, people_without }) => (
          <li key={name}>{t('notice.attribute', { name: nameOf(name), values, without: people_without })}</li>
        ))}
      </ul>
    </>
  );

  function nameOf(name: string) {
    if (name === 'department' || name === 'job_title' || name === 'group') return t(`form.attributeNames.${name}`);
    return name;
  }
}
