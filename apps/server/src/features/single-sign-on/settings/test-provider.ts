import type { SingleSignOnTest, singleSignOn } from '@key2xs/contract';
import { findProxyFailure } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { ServerMetadata } from 'openid-client';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { acceptedAlgorithms, algorithms, discover, ProviderFailure, rethrow } from '../provider';
import { providerFetch } from '../provider-fetch';
import { checkAuthority } from './settings';

type Step = SingleSignOnTest['steps'][number];
type Check = { name: Step['name']; state: Step['state']; message: Sentence };
type TestRequest = z.output<typeof singleSignOn.test.body>;

/** Reads what a provider says about itself, and its keys. @throws AppError validation_failed */
export async function testProvider(
  deps: Pick<Deps, 'db' | 'outbound'>,
  { caller, reader }: { caller: Caller; reader: Reader },
  asked: TestRequest,
): Promise<SingleSignOnTest> {
  checkAuthority(asked.authority_pem);
  const checks = await check(deps, asked);
  const is_passed = checks.every(({ state }) => state === 'passed' || state === 'warning');
  const details = { issuer: asked.issuer, is_passed };
  await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'single_sign_on.tested', { details }));
  return {
    is_passed,
    steps: checks.map(({ message, ...step }) => ({ ...step, message: renderSentence(message, reader.language) })),
  };
}

const after = ['keys', 'algorithms', 'code_flow', 'scopes', 'claims'] as const;
const skipped = (names: readonly Step['name'][]) =>
  names.map((name): Check => ({ name, state: 'skipped', message: say('singleSignOn.check.skipped') }));

async function check(deps: Pick<Deps, 'outbound'>, asked: TestRequest): Promise<Check[]> {
  const found = await discover(deps, asked).catch(failure);
  if (found instanceof ProviderFailure) {
    if (found.kind !== 'other_issuer') return [failed('address', found), ...skipped(['issuer', ...after])];
    const message = say('singleSignOn.check.issuerOther', { issuer: found.issuer });
    return [passed('address', say('singleSignOn.check.addressRead')), fails('issuer', message), ...skipped(after)];
  }
  const { issuer } = found;
  return [
    passed('address', say('singleSignOn.check.addressRead')),
    passed('issuer', say('singleSignOn.check.issuerSame', { issuer })),
    await checkKeys(deps, asked, found),
    checkAlgorithms(found),
    checkCodeFlow(found),
    checkNames('scopes', ['openid', ...asked.scopes], found.scopes_supported),
    checkNames(
      'claims',
      [asked.username_claim, asked.groups_claim].filter((one) => one !== null),
      found.claims_supported,
    ),
  ];
}

const passed = (name: Step['name'], message: Sentence): Check => ({ name, state: 'passed', message });
const warns = (name: Step['name'], message: Sentence): Check => ({ name, state: 'warning', message });
const fails = (name: Step['name'], message: Sentence): Check => ({ name, state: 'failed', message });
function failed(name: Step['name'], failure: ProviderFailure): Check {
  const { kind } = failure;
  const ofProxy = findProxyFailure(failure);
  const what = say(`singleSignOn.failure.${kind === 'other_issuer' ? 'bad_answer' : kind}`);
  return fails(name, ofProxy ? say('several', { sentences: [what, ofProxy.sentence] }) : what);
}

function failure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  throw error;
}

async function checkKeys(
  deps: Pick<Deps, 'outbound'>,
  { authority_pem }: TestRequest,
  { jwks_uri }: ServerMetadata,
): Promise<Check> {
  if (jwks_uri === undefined) return fails('keys', say('singleSignOn.check.noKeys'));
  const keys = await readKeys(deps, { authority_pem, jwks_uri }).catch(failure);
  if (keys instanceof ProviderFailure) return failed('keys', keys);
  return keys === 0
    ? fails('keys', say('singleSignOn.check.noKeys'))
    : passed('keys', say('singleSignOn.check.keysRead', { count: keys }));
}

/** How many public keys for signatures there are. @throws ProviderFailure */
async function readKeys(
  deps: Pick<Deps, 'outbound'>,
  { authority_pem, jwks_uri }: { authority_pem: string | null; jwks_uri: string },
): Promise<number> {
  const options = { method: 'GET', headers: { accept: 'application/json' }, body: undefined } as const;
  const fetch = providerFetch(deps, authority_pem);
  const answer = await fetch(jwks_uri, { ...options, redirect: 'manual' }).catch(rethrow);
  const body: unknown = answer.status === 200 ? await answer.json().catch(() => undefined) : undefined;
  if (typeof body !== 'object' || body === null || !('keys' in body) || !Array.isArray(body.keys)) {
    throw new ProviderFailure('bad_answer', 'keys');
  }
  return body.keys.filter(isForSignatures).length;
}

const isForSignatures = (key: unknown): boolean =>
  typeof key === 'object' &&
  key !== null &&
  'kty' in key &&
  ['RSA', 'EC', 'OKP'].includes(String(key.kty)) &&
  (!('use' in key) || key.use === 'sig');

function checkAlgorithms(metadata: ServerMetadata): Check {
  const names = acceptedAlgorithms(metadata);
  return names.length > 0
    ? passed('algorithms', say('singleSignOn.check.algorithms', { names }))
    : fails('algorithms', say('singleSignOn.check.noAlgorithm', { names: algorithms }));
}

function checkCodeFlow(metadata: ServerMetadata): Check {
  const { response_types_supported: types, code_challenge_methods_supported: methods } = metadata;
  const isOffered = (!types || types.includes('code')) && metadata.authorization_endpoint && metadata.token_endpoint;
  if (!isOffered) return fails('code_flow', say('singleSignOn.check.noCodeFlow'));
  return methods?.includes('S256')
    ? passed('code_flow', say('singleSignOn.check.codeFlow'))
    : warns('code_flow', say('singleSignOn.check.noPkce'));
}

function checkNames(name: 'scopes' | 'claims', wanted: string[], offered: string[] | undefined): Check {
  if (!offered) return warns(name, say(`singleSignOn.check.${name}Unsaid`));
  const names = wanted.filter((one) => !offered.includes(one));
  return names.length > 0
    ? warns(name, say(`singleSignOn.check.${name}Missing`, { names }))
    : passed(name, say(`singleSignOn.check.${name}`));
}
