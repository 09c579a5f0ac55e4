import type { ProviderFacts } from '../provider-facts';
import { EntraIdConfiguration } from './configuration';
import { entraNotificationPath } from './notifications';

export const entraId: ProviderFacts = {
  is: 'Microsoft Entra ID',
  arrives: 'called',
  configuration: EntraIdConfiguration,
  credential: 'secret_or_certificate',
  usualColumns: {
    username: 'userPrincipalName',
    display_name: 'displayName',
    given_name: 'givenName',
    family_name: 'surname',
    email: 'mail',
    job_title: 'jobTitle',
    department: 'department',
    company: 'companyName',
    location: 'officeLocation',
    employee_id: 'employeeId',
    employee_type: 'employeeType',
    manager_ref: 'manager.id',
    groups: 'groups',
    active: 'accountEnabled',
    start_date: 'employeeHireDate',
    end_date: 'employeeLeaveDateTime',
  },
  fixedColumns: { external_id: 'id' },
  notifications: {
    path: entraNotificationPath,
    isLocal: (configuration) => 'endpoints' in configuration && configuration.endpoints !== undefined,
  },
};
