import { type CanonicalField, canonicalFields } from '@key2xs/contract';
import { foldText } from '../fold-text';

/** Column names by field, as `columnKey` writes them, most reliable first. English, German, Active Directory, LDAP. */
const synonyms: Record<CanonicalField, string> = {
  // Never a mail address or user name: both may be reassigned to another person.
  external_id: 'externalid objectguid objectid entryuuid immutableid personid guid uuid id',
  username: `username userprincipalname upn samaccountname uid userid login loginname logonname account accountname
    benutzername benutzer benutzerkennung anmeldename kennung konto`,
  display_name: 'displayname fullname commonname cn anzeigename vollername vollstaendigername name',
  given_name: 'givenname firstname forename vorname rufname',
  family_name: 'familyname surname lastname sn nachname familienname zuname',
  email: 'mail email emailaddress mailaddress workemail emailadresse mailadresse',
  job_title: `jobtitle title position jobposition role jobrole jobfunction function occupation job
    stelle stellenbezeichnung funktion funktionsbezeichnung taetigkeit beruf berufsbezeichnung dienststellung rolle`,
  department: `department departmentname dept deptname division orgunit organizationalunit unit ou departmentnumber
    abteilung abt abteilungsname bereich fachbereich organisationseinheit orgeinheit oe amt`,
  company: `company companyname organization organisation employer legalentity o
    firma unternehmen gesellschaft arbeitgeber mandant`,
  location: `location worklocation officelocation office physicaldeliveryofficename site building city l
    standort arbeitsort dienstort einsatzort dienststelle niederlassung gebaeude ort`,
  employee_id: `employeeid employeenumber employeeno empid empno personnelnumber personnelno personnelid staffid
    staffnumber staffno workerid payrollnumber payrollid personalnummer personalnr persnr pernr
    mitarbeiternummer mitarbeiternr mitarbeiterid`,
  employee_type: `employeetype employmenttype usertype workertype contracttype employmentstatus
    beschaeftigungsart beschaeftigungsverhaeltnis mitarbeitertyp mitarbeiterart vertragsart anstellungsart`,
  manager_ref: `managerref manager managerid manageremployeeid supervisor supervisorid reportsto
    vorgesetzter vorgesetzte fuehrungskraft`,
  groups: 'groups group groupnames usergroups teams team roles gruppen gruppe gruppennamen rollen',
  active: 'accountenabled active isactive enabled aktiv istaktiv kontoaktiv',
  start_date: `startdate employeehiredate hiredate entrydate firstday validfrom
    eintrittsdatum eintritt eintrittam ersterarbeitstag gueltigab`,
  end_date: `enddate employeeleavedatetime leavedate terminationdate exitdate lastday validuntil validto
    austrittsdatum austritt austrittam letzterarbeitstag gueltigbis`,
};

/** A mapping of plain columns. */
type Suggested = Partial<Record<CanonicalField, string>>;

/**
 * Guesses from column names which column feeds which field, ignoring case, spaces, punctuation and the spelling of
 * umlauts. Leaves out fields without a match.
 *
 * Without an id column, the personnel number is both `external_id` and `employee_id`. No other column feeds two fields.
 * Of columns with equal names the first is used.
 */
export function suggestMapping(columns: readonly string[]): Suggested {
  const byKey = new Map<string, string>();
  for (const column of columns) {
    const key = columnKey(column);
    if (key && column.length <= 200 && !byKey.has(key)) byKey.set(key, column); // the maximum length in a mapping
  }
  const mapping: Suggested = {};
  for (const field of canonicalFields) {
    const names = synonyms[field].split(/\s+/);
    const column = names.flatMap((name) => byKey.get(name) ?? [])[0];
    if (column !== undefined) mapping[field] = column;
  }
  if (mapping.employee_id !== undefined) mapping.external_id ??= mapping.employee_id;
  return readNameAsSurname(mapping);
}

/** German lists have the surname in "Name", next to "Vorname". */
function readNameAsSurname(mapping: Suggested): Suggested {
  const { display_name, ...rest } = mapping;
  const isSurname = display_name !== undefined && columnKey(display_name) === 'name';
  if (!isSurname || !mapping.given_name || mapping.family_name) return mapping;
  return { ...rest, family_name: display_name };
}

function columnKey(column: string): string {
  return foldText(column)
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
