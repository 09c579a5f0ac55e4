import type { ApiToken, ServiceAccount } from '@key2xs/contract';
import { accountStatus } from '@key2xs/domain';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdministratorStatus } from '#components/administrators/administrator-status';
import { useScopeWords } from '#components/administrators/scope-words';
import { ResumeDialog, SuspendDialog } from '#components/administrators/suspension-dialogs';
import { TokenList } from '#components/api-tokens/token-list';
import { TimeAgo } from '#components/time-ago';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';

type Props = {
  account: ServiceAccount;
  tokens: readonly ApiToken[];
  maxDays: number | undefined;
  /** Undefined while none can be added. */
  onAddToken: (() => void) | undefined;
  onSecret: (secret: string) => void;
};

/** A service account with what it may do, its API tokens and what can be done with it. */
export function ServiceAccountItem({ account, tokens, maxDays, onAddToken, onSecret }: Props) {
  const { t } = useTranslation(['api-tokens', 'administrators']);
  const scopeWords = useScopeWords();
  const { username, roles, functions, scope, valid_until } = account;
  const names = functions.map((name) => t(`administrators:functions.${name}.name`));
  return (
    <li aria-label={username}>
      <div className="section-head">
        <h3>{username}</h3>
        <AdministratorStatus status={statusOf(account)} />
      </div>
      <KeyValues
        items={[
          { label: t('accounts.roles'), value: roles.map(({ name }) => name).join(', ') || t('administrators:noRole') },
          { label: t('may'), value: t('functions', { names, context: names.length === 0 ? 'none' : undefined }) },
          { label: t('accounts.scope'), value: scopeWords(scope) },
          { label: t('accounts.until'), value: valid_until && formatInstant(valid_until) },
          { label: t('lastUse'), value: <LastUse tokens={tokens} /> },
        ]}
      />
      {tokens.length === 0 ? (
        <p className="mute">{t('accounts.noTokens')}</p>
      ) : (
        <TokenList
          label={t('accounts.tokensOf', { name: username })}
          tokens={tokens}
          maxDays={maxDays}
          onSecret={onSecret}
        />
      )}
      <Actions account={account} onAddToken={onAddToken} />
    </li>
  );
}

function statusOf({ suspended_at, valid_until }: ServiceAccount) {
  const dateOf = (instant: string | null) => (instant === null ? null : new Date(instant));
  const facts = { suspended_at: dateOf(suspended_at), valid_from: null, valid_until: dateOf(valid_until) };
  return accountStatus(facts, new Date());
}

/** A revoked token takes its last use along. */
function LastUse({ tokens }: Pick<Props, 'tokens'>) {
  const { t } = useTranslation('api-tokens');
  const last = tokens
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .sort()
    .at(-1);
  return last ? <TimeAgo instant={last} /> : t('accounts.notUsed');
}

function Actions({ account, onAddToken }: Pick<Props, 'account' | 'onAddToken'>) {
  const { t } = useTranslation('api-tokens');
  const [isAsking, setIsAsking] = useState(false);
  const { id, username: name, suspended_at } = account;
  const change = suspended_at ? 'resume' : 'suspend';
  const Dialog = suspended_at ? ResumeDialog : SuspendDialog;
  return (
    <div className="actions">
      <Button
        variant="default"
        disabled={!onAddToken}
        onClick={onAddToken}
        aria-label={t('accounts.addTokenOf', { name })}
      >
        {t('add')}
      </Button>
      <LinkButton
        variant="default"
        to="/admin/sub-admins"
        search={{ open: id }}
        aria-label={t('accounts.changeNamed', { name })}
      >
        {t('accounts.change')}
      </LinkButton>
      <Button variant="default" onClick={() => setIsAsking(true)} aria-label={t(`accounts.${change}Named`, { name })}>
        {t(`accounts.${change}`)}
      </Button>
      {isAsking && <Dialog administrator={{ id, is_service: true }} name={name} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
