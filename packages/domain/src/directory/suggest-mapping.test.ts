import { Mapping } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestMapping } from './suggest-mapping';

describe('suggestMapping', () => {
  it('reads an export of an identity provider, with the personnel number as identity', () => {
    const columns = ['employeeId', 'userName', 'givenName', 'familyName', 'mail', 'jobTitle', 'department'];
    expect(suggestMapping([...columns, 'employmentType'])).toEqual({
      external_id: 'employeeId',
      username: 'userName',
      given_name: 'givenName',
      family_name: 'familyName',
      email: 'mail',
      job_title: 'jobTitle',
      department: 'department',
      employee_id: 'employeeId',
      employee_type: 'employmentType',
    });
  });

  it('reads a German list, in which "Name" beside "Vorname" is the surname', () => {
    const columns = [
      'Personal-Nr.',
      'Name',
      'Vorname',
      'E-Mail',
      'Funktion',
      'Abteilung',
      'Beschäftigungsart',
      'Gebäude',
    ];
    expect(suggestMapping(columns)).toEqual({
      external_id: 'Personal-Nr.',
      given_name: 'Vorname',
      family_name: 'Name',
      email: 'E-Mail',
      job_title: 'Funktion',
      department: 'Abteilung',
      location: 'Gebäude',
      employee_id: 'Personal-Nr.',
      employee_type: 'Beschäftigungsart',
    });
  });

  it('reads an Active Directory export and prefers its lasting id', () => {
    const columns = ['objectGUID', 'sAMAccountName', 'cn', 'givenName', 'sn', 'title', 'employeeID', 'manager'];
    expect(suggestMapping(columns)).toEqual({
      external_id: 'objectGUID',
      username: 'sAMAccountName',
      display_name: 'cn',
      given_name: 'givenName',
      family_name: 'sn',
      job_title: 'title',
      employee_id: 'employeeID',
      manager_ref: 'manager',
    });
  });

  it.each(['JOB_TITLE', 'job title', 'Job-Title', ' jobtitle ', 'Ｊｏｂ Title'])('knows %s', (column) => {
    expect(suggestMapping([column])).toEqual({ job_title: column });
  });

  it('takes "Name" for the whole name where the surname has its own column', () => {
    const names = { display_name: 'Name', given_name: 'Vorname', family_name: 'Nachname' };
    expect(suggestMapping(['Name', 'Vorname', 'Nachname'])).toEqual(names);
  });

  it('leaves out a column whose name no mapping can hold', () => {
    expect(suggestMapping([`department${' '.repeat(191)}`, 'dept'])).toEqual({ department: 'dept' });
  });

  it('takes the first of two columns with one name, and no unknown column', () => {
    expect(suggestMapping(['Dept.', 'dept', 'Shoe size', ''])).toEqual({ department: 'Dept.' });
  });

  it('never uses a user name or a mail address as identity', () => {
    expect(suggestMapping(['userPrincipalName', 'mail'])).toEqual({ username: 'userPrincipalName', email: 'mail' });
  });

  it('makes a mapping the contract accepts, in which only the identity shares its column', () => {
    const known = fc.constantFrom(
      'id',
      'employee id',
      'Name',
      'Vorname',
      'UID',
      'E-Mail',
      'Stelle',
      'ou',
      'o',
      'l',
      'cn',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(known, fc.string({ maxLength: 250 }))), (columns) => {
        const { external_id, ...others } = Mapping.parse(suggestMapping(columns));
        const used = Object.values(others);
        expect(new Set(used).size).toBe(used.length);
        expect(columns).toEqual(expect.arrayContaining(used));
        if (used.includes(external_id ?? '')) expect(external_id).toBe(others.employee_id);
      }),
    );
  });
});
