import type { NeedsYou, Overview } from '@key2xs/contract';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconCertificate,
  IconCircleX,
  IconHandStop,
  IconKey,
  IconListCheck,
  IconPencil,
  IconPlugX,
  IconShieldX,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNeedWords } from './use-need-words';

const maxShown = 6;

type Props = {
  overview: Overview;
  /** Whether the page already asks for the next step elsewhere. */
  isNextStepShown: boolean;
};

/** What needs a person, each with its one action. */
export function NeedsYouPanel({ overview, isNextStepShown }: Props) {
  const { t } = useTranslation('dashboard');
  const { needs_you: needs, recorded } = overview;
  const more = needs.length - maxShown;
  return (
    <section className="panel" aria-labelledby="needs-you">
      <div className="panel-head">
        <h2 id="needs-you">{t('needs.title')}</h2>
        {needs.length > 0 && <span className="mute">{t('needs.count', { count: needs.length })}</span>}
      </div>
      {needs.length === 0 ? (
        <p className="needs-none">
          {t(recorded.state === 'behind' || isNextStepShown ? 'needs.noneBehind' : 'needs.none')}{' '}
          <span className="mute">{t('needs.noneHint')}</span>
        </p>
      ) : (
        <ul className="needs">
          {needs.slice(0, maxShown).map((need) => (
            <Need key={`${need.kind} ${need.id}`} need={need} />
          ))}
          {more > 0 && <li className="needs-more mute">{t('needs.all', { count: more })}</li>}
        </ul>
      )}
    </section>
  );
}

const looks: Record<NeedsYou['kind'], { tone: string; Icon: TablerIcon }> = {
  audit_log: { tone: 'red', Icon: IconShieldX },
  change_set: { tone: 'amber', Icon: IconHandStop },
  key_system_error: { tone: 'red', Icon: IconPlugX },
  certificate: { tone: 'red', Icon: IconCertificate },
  source_credential: { tone: 'red', Icon: IconCertificate },
  conflict: { tone: 'amber', Icon: IconUsers },
  webhook: { tone: 'red', Icon: IconWebhook },
  failed_task: { tone: 'red', Icon: IconCircleX },
  draft: { tone: 'blue', Icon: IconPencil },
  drift: { tone: 'amber', Icon: IconArrowsDiff },
  work: { tone: 'grey', Icon: IconListCheck },
  keys: { tone: 'amber', Icon: IconKey },
};

function Need({ need }: { need: NeedsYou }) {
  const { title, hint, action } = useNeedWords()(need);
  const { tone, Icon } = looks[need.kind];
  const Shown = need.kind === 'change_set' && need.state === 'ready' ? IconAlertTriangle : Icon;
  return (
    <li>
      <Link {...placeOf(need)} className="need">
        <span className={`need-icon tone-${tone}`}>
          <Shown size={18} stroke={1.7} aria-hidden />
        </span>
        <span className="need-words">
          <strong>{title}</strong> {hint && <span className="mute">{hint}</span>}
        </span>{' '}
        <span className="need-action">{action}</span>
      </Link>
    </li>
  );
}

function placeOf(need: NeedsYou): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const { kind, id } = need;
  switch (kind) {
    case 'audit_log':
      return { to: '/admin/reports' };
    case 'change_set':
      return { to: '/change-sets/$id', params: { id } };
    case 'key_system_error':
      return { to: '/key-systems', search: { connection: id } };
    case 'certificate':
      return { to: '/key-systems', search: { connection: id, tab: 'certificates' } };
    case 'source_credential':
      return { to: '/iam-manager', search: { source: id, tab: 'credentials' } };
    case 'conflict':
      return { to: '/iam-manager', search: { source: id, tab: 'conflicts' } };
    case 'webhook':
      return { to: '/developers', search: { tab: 'webhooks' } };
    case 'failed_task':
      return need.replace && need.source_id
        ? { to: '/iam-manager', search: { source: need.source_id, tab: 'credentials' } }
        : { to: '/tasks/$id', params: { id } };
    case 'draft':
      return { to: '/keys/key-plans/$id', params: { id }, search: { tab: 'impact' } };
    case 'drift':
      return { to: '/drift', search: { connection_id: id } };
    case 'work':
      return { to: '/work-list', search: { connection_id: id } };
    case 'keys':
      return need.what === 'missing'
        ? { to: '/people', search: { without_key_in: id } }
        : { to: '/cylinders', search: { tab: 'keys', connection_id: id, task: need.what } };
  }
}
