import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { roles } from './api/roles';

export const apiReference = {
  get: endpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as an OpenAPI document',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.looseObject({ openapi: z.string() }),
  }),
};
