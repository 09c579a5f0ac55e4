import { type MatrixLine, type MatrixRows, planMatrix } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';
import type { Sides } from './plan-versions';

export type MatrixRequest = { planId: string; sides: Sides };

/** A whole key plan as a matrix. Previous data stays visible while another side or kind of rows is loading. */
export const planMatrixQuery = ({ planId, sides }: MatrixRequest, rows: MatrixRows) =>
  queryOptions({
    ...endpointQuery(planMatrix.read, ['matrix', planId, sides, rows], {
      params: { keyplan_id: planId },
      query: { ...sides, rows },
    }),
    placeholderData: (before) => (before?.keyplan_id === planId ? before : undefined),
  });

/** People of a department, title or group, or all people; keys if those are the rows. */
export type LinesRequest = {
  rows: 'people' | 'keys';
  department?: string;
  job_title?: string;
  group_id?: string;
  search?: string;
};

export type LinePage = { items: MatrixLine[]; total: number; offset: number; state: string };

export const pageSize = 200;

/** A page of people or keys as rows of the matrix. */
export const matrixLinesQuery = ({ planId, sides }: MatrixRequest, { rows, ...of }: LinesRequest, offset: number) =>
  queryOptions({
    queryKey: keyOf(planMatrix.people, 'matrix-lines', planId, sides, rows, of, offset),
    queryFn: ({ signal }): Promise<LinePage> => {
      const params = { keyplan_id: planId };
      const query = { ...sides, ...of, limit: pageSize, offset };
      return rows === 'keys'
        ? call(planMatrix.keys, { params, query: { ...sides, limit: pageSize, offset, search: of.search } }, { signal })
        : call(planMatrix.people, { params, query }, { signal });
    },
  });
