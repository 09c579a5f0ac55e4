import { AppError } from '#platform/errors';
import { serveRequests } from '#platform/isolated/serve-requests';
import { describeList } from './describe-list';
import { packList } from './pack-list';
import type { ListOrder, ReadList } from './staff-list-reader';

serveRequests<ListOrder, ReadList>(async ({ pieces }) => {
  try {
    const description = await describeList(pieces);
    const packed = await packList(pieces);
    return { ok: true, answer: { ...description, packed }, transfer: packed.map(({ buffer }) => buffer) };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, reason: error.detail };
    throw error;
  }
});
