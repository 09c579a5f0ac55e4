import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Admission } from './admit';
import { ProviderFailure } from './provider';

export type Call = { caller: Caller; address: string; origin: string | undefined };

/** Where it failed: before the sign-in at the provider, or by its answer. */
type Stage = 'start' | 'finish';

/** Records why a sign-in failed, for super admins; the caller gets one sentence that reveals nothing. */
export async function recordingFailure<T>(
  deps: Pick<Deps, 'db' | 'log'>,
  { caller, address }: Call,
  { stage, run }: { stage: Stage; run: () => Promise<T> },
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const failure = toAppError(error, stage);
    const reason = error instanceof ProviderFailure ? error.message : failure.code;
    if (error instanceof ProviderFailure) {
      deps.log.warn({ err: error, request_id: caller.request_id }, 'single sign-on failed');
    }
    const details = { stage, reason, address };
    await deps.db.transaction().execute((tx) => recordEvent(tx, caller, 'single_sign_on.failed', { details }));
    throw failure;
  }
}

function toAppError(error: unknown, stage: Stage): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof ProviderFailure)) throw error;
  const isAnswer = error.kind === 'bad_answer' || error.kind === 'other_issuer';
  return stage === 'finish' && isAnswer
    ? signInRefused(say('singleSignOn.invalid'), error)
    : new AppError('unavailable', say('singleSignOn.unavailable'), {}, { cause: error });
}

export const signInRefused = (sentence: Sentence, cause?: unknown) =>
  new AppError('invalid_credentials', sentence, {}, { cause });

const sentences: Record<Extract<Admission, { is: 'refused' }>['reason'], Sentence> = {
  unknown_account: say('singleSignOn.notAdmitted'),
  not_in_force: say('singleSignOn.notAdmitted'),
  no_role: say('singleSignOn.noRole'),
  groups_not_sent: say('singleSignOn.groupsNotSent'),
};

export const notAdmitted = (reason: keyof typeof sentences) => signInRefused(sentences[reason]);
