import { type ApiToken, functionsWithin } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { formatDate, formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { StatusTag } from '#ui/status-tag';
import './api-tokens.css';
import { RevokeToken } from './revoke-token';
import { RotateToken } from './rotate-token';

type Props = {
  label: string;
  tokens: readonly ApiToken[];
  /** Undefined while it is not known; tokens are rotated only when it is. */
  maxDays?: number | undefined;
  /** Undefined where tokens can only be revoked. */
  onSecret?: (secret: string) => void;
  /** Names the owner of each. */
  ofEveryone?: true;
};

/** API tokens with what they may do, how long they are valid and when they were last used. */
export function TokenList({ label, tokens, ofEveryone, ...rest }: Props) {
  return (
    <ul className="api-tokens" aria-label={label}>
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} ofEveryone={ofEveryone} {...rest} />
      ))}
    </ul>
  );
}

type ItemProps = Pick<Props, 'maxDays' | 'onSecret'> & { token: ApiToken; ofEveryone: true | undefined };

function TokenItem({ token, maxDays, onSecret, ofEveryone }: ItemProps) {
  const { t } = useTranslation('api-tokens');
  const [question, setQuestion] = useState<'rotate' | 'revoke'>();
  const { name, shown, owner, former_until, is_usable, days_left } = token;
  const rotation = onSecret && maxDays !== undefined ? { onSecret, maxDays } : undefined;
  return (
    <li aria-label={name}>
      <div className="section-head">
        <h3>{name}</h3>
        <StatusTag tone={toneOf(token)} label={t(is_usable ? 'states.usable' : stateOf(token))} />
      </div>
      <KeyValues
        items={[
          ...(ofEveryone ? [{ label: t('owner'), value: owner.username }] : []),
          { label: t('shown'), value: <Mono>{`${shown}…`}</Mono> },
          { label: t('may'), value: <May token={token} /> },
          { label: t('ends'), value: <Ending token={token} /> },
          {
            label: t('lastUse'),
            value: token.last_used_at ? <TimeAgo instant={token.last_used_at} /> : t('neverUsed'),
          },
        ]}
      />
      {former_until && <p className="mute">{t('formerWorks', { when: formatInstant(former_until) })}</p>}
      <div className="actions">
        {rotation && (
          <Button variant="default" onClick={() => setQuestion('rotate')} aria-label={t('rotate.of', { name })}>
            {t('rotate.open')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          onClick={() => setQuestion('revoke')}
          aria-label={t('revoke.of', { name })}
        >
          {t('revoke.open')}
        </Button>
      </div>
      {question === 'rotate' && rotation && (
        <RotateToken
          token={token}
          maxDays={rotation.maxDays}
          onRotated={(secret) => {
            setQuestion(undefined);
            rotation.onSecret(secret);
          }}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {question === 'revoke' && <RevokeToken token={token} onClose={() => setQuestion(undefined)} />}
      {days_left >= 0 && days_left <= 14 && is_usable && <p>{t('endsSoon')}</p>}
    </li>
  );
}

const stateOf = ({ expires_at }: ApiToken) =>
  new Date(expires_at).getTime() <= Date.now() ? 'states.ended' : 'states.ownerEnded';

const toneOf = ({ is_usable, days_left }: ApiToken) => (!is_usable ? 'grey' : days_left <= 14 ? 'amber' : 'green');

function Ending({ token: { expires_at, days_left } }: { token: ApiToken }) {
  const { t } = useTranslation('api-tokens');
  const date = formatDate(expires_at);
  return <>{days_left < 0 ? t('endedOn', { date }) : t('endsOn', { date, count: days_left })}</>;
}

function May({ token: { functions, scope, is_read_only, owner } }: { token: ApiToken }) {
  const { t } = useTranslation(['api-tokens', 'administrators']);
  const names =
    functions && functionsWithin(scope, functions).map((name) => t(`administrators:functions.${name}.name`));
  const { departments, places } = scope ?? { departments: null, places: null };
  return (
    <>
      {names ? t('functions', { names, context: names.length === 0 ? 'none' : undefined }) : t('everything')}{' '}
      {is_read_only && t('onlyReads')} {departments && t('departments', { names: departments })}{' '}
      {places && t('places', { names: places.map(({ path }) => path) })} {!owner.is_service && t('neverMore')}
    </>
  );
}
