import type { RecordedAccessEvent, RecordedKey, RecordedPerson } from '../../../key-system-driver';
import { element } from './xml';

export function personEntry({ identity, first_name, surname, active }: RecordedPerson): string {
  const names = element('firstName', first_name) + element('surname', surname);
  return `<person>${element('identity', identity)}${names}<deleted>${!active}</deleted></person>`;
}

export const keyEntry = (key: RecordedKey): string => `<key>${keyFields(key)}</key>`;

export function keyDetailsEntry(key: RecordedKey): string {
  const details = element('operationalStatus', key.state) + element('lastRemoteUpdate', key.last_update_at);
  return `<key>${keyFields(key)}${details}</key>`;
}

function keyFields({ external_id, key_type, name, marking }: RecordedKey): string {
  const what = element('type', key_type) + element('name', name) + element('marking', marking);
  return `${element('identity', external_id)}${what}<deleted>false</deleted>`;
}

export function auditTrailEntry(event: RecordedAccessEvent): string {
  const when = element('eventDate', event.event_time) + element('importDate', event.import_time);
  const where = element('keyIdentity', event.key_external_id) + element('cylinderIdentity', event.cylinder_external_id);
  const who = element('personIdentity', event.person_identity);
  const what = element('result', event.result) + element('reason', event.reason);
  const whence = element('source', event.source);
  return `<auditTrail>${element('identity', event.external_id)}${when}${whence}${where}${who}${what}</auditTrail>`;
}
