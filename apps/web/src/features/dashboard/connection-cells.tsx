import type { KeySystemStatus, Overview } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { relativeTime } from '#lib/relative-time';
import { StatusTag, type Tone } from '#ui/status-tag';
import { StripCell } from './strip-cell';

const CERTIFICATE_WARNING_DAYS = 30;
const DAY_MS = 86_400_000;

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
      tag={<HealthTag status={systems.worst_status} certificateEnd={systems.next_certificate_end} />}
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

/** The status, unless it is fine and a certificate is about to end: then that is what has to be known. */
function HealthTag({ status, certificateEnd }: { status: KeySystemStatus | null; certificateEnd: string | null }) {
  const { t } = useTranslation('dashboard');
  const days = certificateEnd
    ? Math.floor((Date.parse(certificateEnd) - Date.now()) / DAY_MS)
    : Number.POSITIVE_INFINITY;
  const isFine = status === 'ACTIVE' || status === 'CONFIGURED';
  if (isFine && days < 0) return <StatusTag tone="red" label={t('strip.certificateEnded')} />;
  if (isFine && days <= CERTIFICATE_WARNING_DAYS) {
    return <StatusTag tone="amber" label={t('strip.certificateEnds', { count: days })} />;
  }
  return status && <StatusTag tone={tones[status]} label={t(`statuses.${status}`)} />;
}
