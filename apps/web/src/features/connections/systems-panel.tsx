import type { KeySystemConnection } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CertificateTag } from '#components/certificate-tag';
import { StandingTag } from '#components/standing/standing-tag';
import { StatusBadge } from '#components/status-badge';
import { SyncButton } from '#components/sync-actions';
import { TimeAgo } from '#components/time-ago';
import { certificateEnd } from '#lib/time/certificate-end';
import { LinkButton } from '#ui/link-button';
import { StatusTag } from '#ui/status-tag';
import { ConnectionItem } from './connection-item';
import { ConnectionPanel } from './connection-panel';

export function SystemsPanel({ systems }: { systems: readonly KeySystemConnection[] }) {
  const { t } = useTranslation('connections');
  const manage = (
    <LinkButton to="/key-systems" variant="default">
      {t('systems.manage')}
    </LinkButton>
  );
  const add = (
    <LinkButton to="/add-key-system" variant={systems.length > 0 ? 'default' : 'filled'}>
      {t('systems.add')}
    </LinkButton>
  );
  const none = { title: t('systems.none'), hint: t('systems.noneHint') };
  return (
    <ConnectionPanel title={t('systems.title')} manage={manage} add={add} none={none}>
      {systems.map((system) => (
        <SystemItem key={system.id} system={system} />
      ))}
    </ConnectionPanel>
  );
}

function SystemItem({ system }: { system: KeySystemConnection }) {
  const isOff = !system.is_active;
  return (
    <ConnectionItem
      id={system.id}
      name={
        <Link to="/key-systems" search={{ connection: system.id }}>
          {system.name}
        </Link>
      }
      tags={<SystemTags system={system} />}
      facts={<SystemFacts system={system} />}
      error={system.error_message}
      waitingChangeSetId={system.waiting_change_set_id}
      actions={
        <>
          <SyncButton system={system} isDisabled={isOff} isDryRun />
          <SyncButton system={system} isDisabled={isOff} isDryRun={false} />
        </>
      }
    />
  );
}

/** The certificate is shown only when it expires soon. */
function SystemTags({ system: { id, status, is_sandbox, active_configuration } }: { system: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const end = active_configuration.config_data.client_certificate_info?.not_after;
  const isEnding = end !== undefined && certificateEnd(end, Date.now()).tone !== 'green';
  return (
    <>
      <StatusBadge status={status} />
      <StandingTag connectionId={id} />
      {is_sandbox && <StatusTag tone="grey" label={t('sandbox')} isPlain />}
      {isEnding && (
        <span>
          {t('certificate.label')} <CertificateTag notAfter={end} />
        </span>
      )}
    </>
  );
}

function SystemFacts({ system }: { system: KeySystemConnection }) {
  const { t } = useTranslation(['connections', 'key-systems']);
  const { cylinders, cylinder_groups, inventory_read_at, last_successful_interaction } = system;
  return (
    <>
      {t('counted.cylinders', { count: cylinders })}
      {', '}
      {t('key-systems:card.groups', { count: cylinder_groups })}
      {` · ${t('systems.read')} `}
      <TimeAgo isInside instant={inventory_read_at} />
      {` · ${t('systems.last')} `}
      <TimeAgo isInside instant={last_successful_interaction} />
    </>
  );
}
