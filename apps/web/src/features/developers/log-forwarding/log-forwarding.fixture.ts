import type { LogDestination } from '@key2xs/contract';

export const aLogDestination = (changed: Partial<LogDestination> = {}): LogDestination => ({
  id: '01900000-0000-7000-8000-0000000000d1',
  name: 'SIEM',
  format: 'ocsf',
  target: { kind: 'syslog', host: 'siem.example', port: 6514, authority_pem: null },
  is_enabled: true,
  sent_position: 1_200,
  last_sent_at: '2026-11-20T08:00:00.000Z',
  waiting: 0,
  oldest_waiting_at: null,
  failing_since: null,
  last_error: null,
  version: 3,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  ...changed,
});
