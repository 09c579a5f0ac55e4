import { effectiveAccess } from '@key2xs/contract';
import { endpointQuery } from '../calls/endpoint-calls';

/** How many withdrawn rights may still open doors. */
export const exposureSummaryQuery = endpointQuery(effectiveAccess.summary, ['exposure'], {});

/** A page of what a key may open by each layer: of all doors, or of one group; `none` is the doors without a group. */
export const keyAccessQuery = (id: string, { offset = 0, group }: { offset?: number; group?: string } = {}) =>
  endpointQuery(effectiveAccess.ofKey, ['access', id, offset, group ?? ''], {
    params: { id },
    query: { offset, limit: accessRows, ...(group && { group_id: group }) },
  });

const accessRows = 50;
