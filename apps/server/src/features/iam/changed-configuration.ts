import { z } from 'zod';
import type { Deps } from '#platform/deps';
import { invalidInput } from '#platform/errors';
import type { IamConnectionRow } from './queries';

type Configuration = Record<string, unknown>;

const schemaOf = ({ identitySources }: Pick<Deps, 'identitySources'>, provider: IamConnectionRow['provider']) => {
  const driver = identitySources[provider];
  return 'configuration' in driver ? driver.configuration : undefined;
};

/** What is sent of a new connection has to fit; the rest may come later. @throws AppError validation_failed */
export function refuseConfiguration(
  deps: Pick<Deps, 'identitySources'>,
  { provider, configuration_data: sent }: Pick<IamConnectionRow, 'provider'> & { configuration_data: Configuration },
): void {
  const issues = schemaOf(deps, provider)?.safeParse(sent).error?.issues ?? [];
  const ofSent = issues.filter(({ path: [name] }) => name !== undefined && String(name) in sent);
  if (ofSent.length > 0) throw misfit(ofSent);
}

/**
 * The configuration of a connection once a caller has changed it. Where its provider has a schema, what is not sent stays, and
 * the whole has to fit.
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
  const unknown = Object.keys(sent).filter((name) => !(name in read.data || name in before));
  if (unknown.length > 0)
    throw misfit([{ code: 'unrecognized_keys', keys: unknown, path: [], message: notKnown(unknown) }]);
  return whole;
}

const notKnown = (names: readonly string[]) => `Not known here: ${names.join(', ')}`;

const misfit = (issues: readonly z.core.$ZodIssue[]) =>
  invalidInput(new z.ZodError(issues.map((issue) => ({ ...issue, path: ['configuration_data', ...issue.path] }))));
