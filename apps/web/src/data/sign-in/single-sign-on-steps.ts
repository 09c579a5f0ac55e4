import { type SignInAttempt, singleSignOn, stepUp } from '@key2xs/contract';
import { z } from 'zod';
import { ApiError } from '#lib/calls/api-error';
import { call } from '#lib/calls/call';
import { tabStore } from '#lib/local-store';
import { beginSession } from './sign-in-steps';

const storeKey = 'single-sign-on';

/** What was begun at the provider, as only this tab knows it. */
const Started = z.object({ browser_key: z.string(), purpose: z.enum(['sign-in', 'link', 'proof']) });
type Started = z.infer<typeof Started>;

/** Leaves for the provider, also to accept an invitation; the browser comes back to `singleSignOnCallback`. @throws ApiError; ConnectionError */
export async function goToProvider(purpose: Started['purpose'], invitationToken?: string): Promise<void> {
  const browser_key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
  const invited = invitationToken === undefined ? {} : { invitation_token: invitationToken };
  const { authorization_url } =
    purpose === 'sign-in'
      ? await call(singleSignOn.start, { body: { browser_key, ...invited } })
      : await call(purpose === 'link' ? singleSignOn.startLink : stepUp.startProvider, { body: { browser_key } });
  tabStore.write(storeKey, JSON.stringify({ browser_key, purpose } satisfies Started));
  window.location.assign(authorization_url);
}

/** What came of a return from the provider. */
export type Outcome =
  | { is: 'signed-in' | 'linked' | 'proved' }
  /** A second factor is needed. */
  | { is: 'step'; attempt: SignInAttempt }
  /** No sign-in was begun in this tab, or the address holds no answer. */
  | { is: 'lost' }
  | { is: 'failed'; purpose: Started['purpose']; error: unknown };

let last: { search: string; outcome: Promise<Outcome> } | undefined;

/** Ends what this tab has begun at the provider, by the query of the address it sent the browser to; once for each. */
export function endAtReturn(search: string): Promise<Outcome> {
  if (last?.search !== search) last = { search, outcome: end(search) };
  return last.outcome;
}

async function end(search: string): Promise<Outcome> {
  const started = takeStarted();
  const answer = answerIn(search);
  if (!started || !answer) return { is: 'lost' };
  const { browser_key, purpose } = started;
  try {
    await finishers[purpose]({ ...answer, browser_key });
    return { is: outcomes[purpose] };
  } catch (error) {
    const attempt = error instanceof ApiError ? error.problem.sign_in : undefined;
    if (attempt) return { is: 'step', attempt };
    return { is: 'failed', purpose, error };
  }
}

function takeStarted(): Started | undefined {
  const stored = tabStore.read(storeKey);
  tabStore.remove(storeKey);
  return stored === null ? undefined : Started.safeParse(JSON.parse(stored)).data;
}

type Answer = { state: string; code?: string; error?: string; iss?: string };

/** Undefined when the provider has put nothing into the address. */
function answerIn(search: string): Answer | undefined {
  const { state, code, error, iss } = Object.fromEntries(new URLSearchParams(search));
  if (!state || !(code || error)) return undefined;
  return { state, ...(code && { code }), ...(error && { error: error.slice(0, 200) }), ...(iss && { iss }) };
}

type Finished = Answer & Pick<Started, 'browser_key'>;

const finishers: Record<Started['purpose'], (body: Finished) => Promise<unknown>> = {
  'sign-in': async (body) => beginSession(await call(singleSignOn.finish, { body })),
  link: (body) => call(singleSignOn.finishLink, { body }),
  proof: (body) => call(stepUp.finishProvider, { body }),
};

const outcomes = { 'sign-in': 'signed-in', link: 'linked', proof: 'proved' } as const;
