import type { Input, Output, possessionChecks } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerPossession, checkPossessionLink } from '#data/links/possession-link';
import { ApiError } from '#lib/calls/api-error';
import { formatDate } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { ForLinkToken } from './for-link-token';
import { SignInFrame } from './sign-in-frame';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';

type OpenCheck = Output<typeof possessionChecks.checkLink>;
type Said = Input<typeof possessionChecks.answer>['body']['answers'][number];
type State =
  | { is: 'loading' | 'incomplete' | 'ended' | 'done' }
  | { is: 'failed'; error: Error }
  | { is: 'open'; check: OpenCheck };

/** The target of a mailed link: the holder says of each key whether they have it. Its reader has no account. */
export const PossessionLinkPage = () => <ForLinkToken>{(token) => <PossessionLink token={token} />}</ForLinkToken>;

function PossessionLink({ token }: { token: string }) {
  const { t } = useTranslation(['possession-link', 'entry']);
  const [state, setState] = useState<State>({ is: token ? 'loading' : 'incomplete' });
  const read = useCallback(async () => {
    try {
      setState({ is: 'open', check: await checkPossessionLink(token) });
    } catch (error) {
      setState(stateAfter(error));
    }
  }, [token]);
  useEffect(() => {
    document.title = `${t('page')} – ${t('entry:brand')}`;
  }, [t]);
  useEffect(() => {
    if (token) void read();
  }, [token, read]);
  return (
    <SignInFrame>
      {state.is === 'loading' && <Loading label={t('loading')} />}
      {state.is === 'failed' && <Failure error={state.error} onRetry={read} />}
      {(state.is === 'incomplete' || state.is === 'ended' || state.is === 'done') && (
        <div role="status">
          <h1>{t(state.is)}</h1>
          <p className="mute">{t(`${state.is}Hint`)}</p>
        </div>
      )}
      {state.is === 'open' && <Questions check={state.check} token={token} onState={setState} />}
    </SignInFrame>
  );
}

function stateAfter(error: unknown): State {
  if (error instanceof ApiError && error.code === 'link_expired') return { is: 'ended' };
  if (error instanceof Error) return { is: 'failed', error };
  throw error;
}

type Opened = { check: OpenCheck; token: string; onState: (state: State) => void };

function Questions({ check, token, onState }: Opened) {
  const { t } = useTranslation('possession-link');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answers = check.keys
      .filter(({ is_returned }) => !is_returned)
      .map(({ id }) => ({
        key_id: id,
        answer: String(form.get(id)) as Said['answer'], // one of the choices below
        ...(form.get(`note ${id}`) && { note: String(form.get(`note ${id}`)) }),
      }));
    setIsBusy(true);
    try {
      await answerPossession({ token, answers, also_has: String(form.get('also') ?? '') });
      onState({ is: 'done' });
    } catch (error) {
      const after = stateAfter(error);
      if (after.is !== 'failed') return onState(after);
      setProblem(after.error.message); // what was answered stays
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <h1>{t('title')}</h1>
      <p className="mute">
        {t('for', { name: check.person_name, by: check.started_by, day: formatDate(check.due_at) })}
      </p>
      {check.keys.map((key) => (
        <Question key={key.id} item={key} />
      ))}
      <label className="possession-key">
        <strong>{t('alsoHas')}</strong>
        <span className="mute">{t('alsoHasHint')}</span>
        <textarea name="also" rows={2} maxLength={500} />
      </label>
      {problem && (
        <div role="alert" className="login-error">
          <p>{problem}</p>
        </div>
      )}
      <div className="login-form">
        <Button type="submit" fullWidth loading={isBusy}>
          {t('send')}
        </Button>
      </div>
      <p className="mute">{t('once')}</p>
    </form>
  );
}

const choices = ['has', 'missing', 'elsewhere'] as const;

function Question({ item: { id, marking, name, is_returned } }: { item: OpenCheck['keys'][number] }) {
  const { t } = useTranslation('possession-link');
  const [answer, setAnswer] = useState<Said['answer']>();
  return (
    <fieldset className="possession-key">
      <legend>
        <strong>{marking}</strong> {name}
      </legend>
      {is_returned ? (
        <p className="mute">{t('returned')}</p>
      ) : (
        choices.map((one) => (
          <label key={one}>
            <input type="radio" name={id} value={one} required onChange={() => setAnswer(one)} /> {t(`answer.${one}`)}
          </label>
        ))
      )}
      {answer === 'elsewhere' && (
        <label>
          {t('who')} <input name={`note ${id}`} maxLength={200} />
        </label>
      )}
    </fieldset>
  );
}
