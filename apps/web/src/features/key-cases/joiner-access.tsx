import type { KeyCaseDetail } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

/** What the plans give someone without a key, by which rules, and where there are keys for it. */
export function JoinerAccess({ item: { joiner_access: access, holder } }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const personId = holder?.person_id;
  if (access === null)
    return (
      <Panel title={t('joiner.title')} padded>
        <p className="mute">{t('joiner.hidden')}</p>
      </Panel>
    );
  return (
    <Panel
      title={t('joiner.title')}
      padded
      actions={
        personId && (
          <LinkButton to="/people/$id" params={{ id: personId }} size="compact-sm" variant="default">
            {t('goTo.person')}
          </LinkButton>
        )
      }
    >
      {access.doors === 0 ? (
        <p className="mute">{t('joiner.none')}</p>
      ) : (
        <p>
          <strong>{t('joiner.doors', { count: access.doors })}</strong>
        </p>
      )}
      {access.rules.length > 0 && (
        <section aria-label={t('joiner.rules')}>
          <strong>{t('joiner.rules')}</strong>
          <ul>
            {access.rules.map(({ id, name, keyplan_name: plan }) => (
              <li key={id}>{t('joiner.rule', { rule: name, plan })}</li>
            ))}
          </ul>
        </section>
      )}
      {access.systems.length > 0 && (
        <section aria-label={t('joiner.systems')}>
          <strong>{t('joiner.systems')}</strong>
          <ul>
            {access.systems.map(({ connection_id, connection_name: name, doors, in_stock: count }) => (
              <li key={connection_id}>
                {t('joiner.system', { name, count, doors: t('joiner.doors', { count: doors }) })}
                {count > 0 && (
                  <>
                    {' · '}
                    <PlaceLink to="/keys/manage" search={{ custody: 'in_stock', connection_id }}>
                      {t('goTo.stock')}
                    </PlaceLink>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Panel>
  );
}
