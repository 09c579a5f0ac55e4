/** Every failure that the API can answer. Never rename a code. */
export const errorCatalogue = {
  bad_request: { status: 400, title: 'The request could not be read' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  invalid_credentials: { status: 401, title: 'Sign-in failed' },
  forbidden: { status: 403, title: 'Insufficient permissions' },
  registration_closed: { status: 403, title: 'Registration is closed' },
  not_found: { status: 404, title: 'Not found' },
  request_timeout: { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'Not possible in the present state' },
  constraint_violation: { status: 409, title: 'Other records stand in the way' },
  sync_in_progress: { status: 409, title: 'A run over this connection is in progress' },
  confirmation_needed: { status: 409, title: 'More people are concerned than usual' },
  change_set_stale: { status: 409, title: 'The changes are out of date' },
  idempotency_conflict: { status: 409, title: 'This Idempotency-Key was used for another request' },
  obsolete: { status: 410, title: 'No longer used' },
  link_expired: { status: 410, title: 'This link no longer works' },
  past_not_kept: { status: 410, title: 'What was at that moment is not kept' },
  version_conflict: { status: 412, title: 'Somebody else changed this record' },
  payload_too_large: { status: 413, title: 'Too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Some fields are not valid' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Not available at the moment' },
  overloaded: { status: 503, title: 'Busy, try again shortly' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
