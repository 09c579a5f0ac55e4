import { type Input, keyRequestLinks } from '@key2xs/contract';
import { call } from '#lib/calls/call';

/** Whether people without an account may ask for keys. @throws ApiError, ConnectionError */
export const readRequestOffer = () => call(keyRequestLinks.offer, {});

/** The answer says nothing about the address. @throws ApiError too_many_attempts, validation_failed; ConnectionError */
export const askForRequestLink = (body: Input<typeof keyRequestLinks.ask>['body']) =>
  call(keyRequestLinks.ask, { body });

/** Own requests and own keys. @throws ApiError link_expired, too_many_attempts; ConnectionError */
export const openRequestLink = (token: string) => call(keyRequestLinks.open, { body: { token } });

/** @throws ApiError link_expired, too_many_attempts, conflict, validation_failed; ConnectionError, as all below */
export const submitByLink = (body: Input<typeof keyRequestLinks.submit>['body']) =>
  call(keyRequestLinks.submit, { body });

export const answerByLink = (body: Input<typeof keyRequestLinks.answer>['body']) =>
  call(keyRequestLinks.answer, { body });

export const cancelByLink = (body: Input<typeof keyRequestLinks.cancel>['body']) =>
  call(keyRequestLinks.cancel, { body });
