import type { CertificateWarning, KeySystemStatus, Overview } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { certificateWarningsQuery } from '#data/client-certificates';
import { formatNumber } from '#lib/format';
import { toneOf } from '#lib/time/certificate-end';
import { relativeTime } from '#lib/time/relative-time';
import { StatusTag, type Tone } from '#ui/status-tag';
import { StripCell } from './strip-cell';

export function IdentityCell({ sources }: { sources: Overview['identity_sources'] }) {
  const { t } = useTranslation('dashboard');
  const label = t('strip.identity');
  if (sources.total === 0) {
    const next = <Link to="/connect/iam-wizard">{t('strip.addSource')}</Link>;
    return <StripCell label={label} value={t('strip.noSource')} hint={next} />;
  }
  const people = t('strip.people', { count: sources.people, number: formatNumber(sources.people) });
  const read = sources.last_read_at
    ? t('strip.read', { when: relativeTime(sources.last_read_at) })
    : t('strip.neverRead');
  return (
    <StripCell
      label={label}
      value={<Link to="/iam-manager">{sources.name ?? t('strip.sources', { count: sources.total })}</Link>}
      tag={<ActivityTag {...sources} />}
      hint={`${people} · ${read}`}
    />
  );
}

function ActivityTag({ active, total }: { active: number; total: number }) {
  const { t } = useTranslation('dashboard');
  if (active === total) return <StatusTag tone="green" label={t('strip.allActive')} />;
  if (active === 0) return <StatusTag tone="grey" label={t('strip.noneActive')} />;
  return <StatusTag tone="amber" label={t('strip.someActive', { active, total })} />;
}

export function KeySystemCell({ systems }: { systems: Overview['key_systems'] }) {
  const { t } = useTranslation('dashboard');
  const label = t('strip.keySystem');
  if (systems.total === 0) {
    const next = <Link to="/add-key-system">{t('strip.addKeySystem')}</Link>;
    return <StripCell label={label} value={t('strip.noKeySystem')} hint={next} />;
  }
  const { cylinders, cylinder_groups: groups } = systems;
  const parts = [
    t('strip.cylinders', { count: cylinders, number: formatNumber(cylinders) }),
    t('strip.groups', { count: groups, number: formatNumber(groups) }),
    ...(systems.is_sandbox ? [t('strip.sandbox')] : []),
  ];
  return (
    <StripCell
      label={label}
      value={<Link to="/key-systems">{systems.name ?? t('strip.keySystems', { count: systems.total })}</Link>}
      tag={<HealthTags status={systems.worst_status} />}
      hint={parts.join(' · ')}
    />
  );
}

const tones: Record<KeySystemStatus, Tone> = {
  ACTIVE: 'green',
  CONFIGURED: 'blue',
  PENDING_VALIDATION: 'amber',
  ERROR: 'red',
  DISABLED: 'grey',
};

/** The status and, when a client certificate expires soon, its end with a link to replace it. */
function HealthTags({ status }: { status: KeySystemStatus | null }) {
  const { t } = useTranslation('dashboard');
  const { data: warnings = [] } = useQuery(certificateWarningsQuery);
  const [mostUrgent] = warnings;
  return (
    <>
      {status && <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />}
      {mostUrgent && <CertificateTag warning={mostUrgent} />}
    </>
  );
}

function CertificateTag({ warning }: { warning: CertificateWarning }) {
  const { t } = useTranslation('dashboard');
  const { connection_id: connection, connection_name, days_left: count, threshold } = warning;
  const label = count < 0 ? t('strip.certificateEnded') : t('strip.certificateEnds', { count });
  return (
    <Link
      to="/key-systems"
      search={{ connection, tab: 'certificates' }}
      aria-label={t('strip.certificateOf', { name: connection_name, words: label })}
    >
      <StatusTag tone={toneOf(threshold)} label={label} />
    </Link>
  );
}
