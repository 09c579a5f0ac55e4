import { keyReceipts } from '@key2xs/contract';
import { call } from '#lib/calls/call';

/** What a mailed link confirms. @throws ApiError link_expired, too_many_attempts; ConnectionError */
export const checkReceiptLink = (token: string) => call(keyReceipts.checkLink, { body: { token } });

/** Once. @throws ApiError link_expired, too_many_attempts; ConnectionError */
export const confirmReceipt = (token: string) => call(keyReceipts.confirm, { body: { token } });
