import { factsOf, fieldProblem } from '@key2xs/contract';
import { unknown } from '@key2xs/contract/field-words';
import { z } from 'zod';
import type { Deps } from '#platform/deps';
import { invalidInput } from '#platform/errors';
import type { IamConnectionRow } from './queries';

type Configuration = Record<string, unknown>;

/** That of the provider, or what its driver makes of it on this server. */
function schemaOf({ identitySources }: Pick<Deps, 'identitySources'>, provider: IamConnectionRow['provider']) {
  const driver = identitySources[provider];
  return ('configuration' in driver && driver.configuration) || factsOf(provider).configuration;
}

/**
 * What is sent of a new connection has to fit; the rest may come later.
 * @throws AppError validation_failed
 */
export function refuseConfiguration(
  deps: Pick<Deps, 'identitySources'>,
  { provider, configuration_data: sent }: Pick<IamConnectionRow, 'provider'> & { configuration_data: Configuration },
): void {
  const read = schemaOf(deps, provider)?.safeParse(sent);
  if (read?.success) refuseUnknown(sent, [read.data]);
  const issues = read?.error?.issues ?? [];
  const ofSent = issues.filter(({ path: [name] }) => name !== undefined && String(name) in sent);
  if (ofSent.length > 0) throw misfit(ofSent);
}

/**
 * The configuration of a connection once a caller has changed it. Where its provider has a schema, what is not sent stays, and
 * the whole has to fit; what is stored and no longer known stays too.
 * @throws AppError validation_failed
 */
export function changedConfiguration(
  deps: Pick<Deps, 'identitySources'>,
  { provider, configuration_data: before }: IamConnectionRow,
  sent: Configuration,
): Configuration {
  const schema = schemaOf(deps, provider);
  if (!schema) return sent;
  const whole = { ...before, ...sent };
  const read = schema.safeParse(whole);
  if (!read.success) throw misfit(read.error.issues);
  refuseUnknown(sent, [read.data, before]);
  return whole;
}

function refuseUnknown(sent: Configuration, known: readonly Configuration[]): void {
  const keys = Object.keys(sent).filter((name) => !known.some((one) => name in one));
  const problem = fieldProblem({ unknown }, { names: keys.join(', ') });
  if (keys.length > 0) throw misfit([{ code: 'unrecognized_keys', keys, path: [], ...problem }]);
}

const misfit = (issues: readonly z.core.$ZodIssue[]) =>
  invalidInput(new z.ZodError(issues.map((issue) => ({ ...issue, path: ['configuration_data', ...issue.path] }))));
