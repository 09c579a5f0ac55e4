import { describe, expect, test } from 'vitest';
import { cefEvent } from './cef';
import { type ForwardedEvent, severityOf } from './forwarded-event';
import { asJsonLine, ocsfEvent } from './ocsf';
import { batchOf } from './send-entries';
import { syslogFrame } from './syslog';

const sender = { version: '1.2.3', host: 'keys.test', publicUrl: 'https://keys.test' };
const ada = '0190c0de-0000-7000-8000-00000000000a';
const bob = '0190c0de-0000-7000-8000-00000000000b';

const event = (changed: Partial<ForwardedEvent> = {}): ForwardedEvent => ({
  id: '0190c0de-0000-7000-8000-000000000001',
  at: new Date('2026-03-01T08:00:00.123Z'),
  actor_id: ada,
  actor_name: 'ada',
  action: 'key_plan.updated',
  target_type: 'key_plan',
  target_id: '7',
  admin_name: null,
  request_id: 'request-1',
  details: { name: 'House A', reason: 'Moved' },
  is_erased: false,
  seq: '42',
  ...changed,
});

describe('OCSF', () => {
  test('tells a change of a record as entity management', () => {
    expect(ocsfEvent(event(), sender)).toEqual({
      metadata: {
        version: '1.8.0',
        product: { name: 'Key2XS', vendor_name: 'Key2XS', version: '1.2.3', url_string: 'https://keys.test' },
        uid: event().id,
        sequence: 42,
        event_code: 'key_plan.updated',
        log_name: 'administration log',
        correlation_uid: 'request-1',
      },
      category_uid: 3,
      class_uid: 3004,
      activity_id: 3,
      type_uid: 300_403,
      severity_id: 1,
      status_id: 1,
      time: Date.parse('2026-03-01T08:00:00.123Z'),
      message: 'key_plan.updated by ada',
      actor: { user: { name: 'ada', uid: ada } },
      entity: { type: 'key_plan', name: 'House A', uid: '7' },
      comment: 'Moved',
      unmapped: { target_type: 'key_plan', details: { name: 'House A', reason: 'Moved' } },
    });
  });

  test('tells sign-ins, their failures and changes of accounts as such', () => {
    const about = { target_type: 'admin', target_id: bob, admin_name: 'bob' };
    const failed = { action: 'login.failed', actor_id: null, actor_name: 'anonymous', ...about };
    expect(ocsfEvent(event({ ...failed, details: { address: '192.0.2.7', step: 'totp' } }), sender)).toMatchObject({
      class_uid: 3002,
      type_uid: 300_201,
      status_id: 2,
      severity_id: 2,
      actor: { app_name: 'anonymous' },
      user: { uid: bob, name: 'bob' },
      service: { name: 'Key2XS' },
      src_endpoint: { ip: '192.0.2.7' },
    });
    const started = { action: 'session.started', target_type: 'session', target_id: null, details: null };
    expect(ocsfEvent(event(started), sender)).toMatchObject({
      type_uid: 300_201,
      status_id: 1,
      user: { uid: ada, name: 'ada' },
    });
    expect(ocsfEvent(event({ action: 'admin.suspended', ...about }), sender)).toMatchObject({
      type_uid: 300_105,
      severity_id: 3,
      user: { uid: bob, name: 'bob' },
    });
  });

  test('names an activity of its own, the token, and that details were erased', () => {
    const details = { api_token: { id: 't-1', name: 'Payroll' } };
    expect(ocsfEvent(event({ action: 'key.handed_out', target_type: 'key', details }), sender)).toMatchObject({
      activity_id: 99,
      activity_name: 'handed_out',
      type_uid: 300_499,
      actor: { user: { credential_uid: 't-1' } },
    });
    const erased = ocsfEvent(event({ details: null, is_erased: true }), sender);
    expect(erased.unmapped).toEqual({ target_type: 'key_plan', details_erased: true });
  });

  test('tells a person with a mailed link from a part of the product', () => {
    const anonymous = {
      action: 'key_request.submitted',
      target_type: 'key_request',
      actor_id: null,
      actor_name: 'Ada',
    };
    const actorOf = (details: Record<string, unknown>) => ocsfEvent(event({ ...anonymous, details }), sender).actor;
    expect(actorOf({ is_by_link: true })).toEqual({ user: { name: 'Ada' } });
    expect(actorOf({})).toEqual({ app_name: 'Ada' });
  });

  test('is one line of ASCII', () => {
    const line = asJsonLine(ocsfEvent(event({ details: { name: 'Büro\n🔑' } }), sender));
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({ entity: { name: 'Büro\n🔑' } });
  });
});

test('what changes who may do what is of medium severity', () => {
  const actions = ['admin.updated', 'admin.invited', 'api_token.created', 'second_factor.removed', 'key.handed_out'];
  expect(actions.map(severityOf)).toEqual(['medium', 'medium', 'medium', 'medium', 'informational']);
});

test('a batch ends before it gets too large, and has one entry at least', () => {
  const sizes = (entries: number[]) => batchOf(entries, (size) => Buffer.alloc(size), 10).map(({ length }) => length);
  expect([sizes([4, 6, 1]), sizes([4, 7]), sizes([11, 1]), sizes([])]).toEqual([[4, 6], [4], [11], []]);
});

describe('CEF', () => {
  test('has the header, and escapes what separates', () => {
    const odd = { actor_name: 'a=b\\c\r\nd|e', details: { name: 'x|y=z' } };
    expect(cefEvent(event(odd), { ...sender, version: '1|2\\3' })).toBe(
      'CEF:0|Key2XS|Key2XS|1\\|2\\\\3|key_plan.updated|key plan updated|2|' +
        `rt=1772352000123 dvchost=keys.test externalId=${event().id} cat=key_plan act=updated outcome=success ` +
        `suser=a\\=b\\\\c\\nd|e suid=${ada} cn1Label=position cn1=42 cs1Label=targetId cs1=7 ` +
        'cs2Label=targetName cs2=x|y\\=z cs4Label=details cs4={"name":"x|y\\=z"} cs5Label=requestId cs5=request-1',
    );
  });

  test('leaves out details that are longer than a field holds, and says so', () => {
    const line = cefEvent(event({ details: { name: 'n', text: 'x'.repeat(4_000) } }), sender);
    expect(line).toMatch(/ cs4=\{"left_out_characters":40\d\d\}/);
  });
});

describe('syslog', () => {
  test('counts the bytes of a message by RFC 5424', () => {
    const frame = syslogFrame('cef', event({ actor_name: 'Jürgen' }), sender);
    const [count = '', ...rest] = frame.toString().split(' ');
    const message = rest.join(' ');
    expect(Number(count)).toBe(Buffer.byteLength(message));
    const start =
      '<110>1 2026-03-01T08:00:00.123Z keys.test Key2XS - key_plan.updated ' +
      '[origin software="Key2XS" swVersion="1.2.3"][meta sequenceId="42"] CEF:0|';
    expect(message.slice(0, start.length)).toBe(start);
  });

  test('keeps names within what the standard allows', () => {
    const long = { action: `admin.${'x'.repeat(40)}`, seq: '2147483648' };
    const text = syslogFrame('ocsf', event(long), { ...sender, host: 'ö é' }).toString();
    expect(text).toContain(` - Key2XS - admin.${'x'.repeat(26)} [origin`);
    expect(text).toContain('sequenceId="1"');
  });

  test('leaves out details that would be cut off', () => {
    const frame = syslogFrame('ocsf', event({ details: { text: 'x'.repeat(70_000) } }), sender).toString();
    const { unmapped } = JSON.parse(frame.slice(frame.indexOf('{')));
    expect(unmapped.details).toEqual({ left_out_bytes: expect.any(Number) });
  });
});
