import { type Input, possessionChecks } from '@key2xs/contract';
import { call } from '#lib/calls/call';

/** What a mailed link asks. @throws ApiError link_expired, too_many_attempts; ConnectionError */
export const checkPossessionLink = (token: string) => call(possessionChecks.checkLink, { body: { token } });

/** Once. @throws ApiError link_expired, too_many_attempts, validation_failed; ConnectionError */
export const answerPossession = (body: Input<typeof possessionChecks.answer>['body']) =>
  call(possessionChecks.answer, { body });
