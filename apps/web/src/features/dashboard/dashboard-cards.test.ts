import { describe, expect, it } from 'vitest';
import type { Flags } from '#data/overview';
import { dashboardOf } from './dashboard-cards';

const none: Flags = { isConnectedToIam: false, isConnectedToKeySystem: false, hasKeyPlan: false };
const iam: Flags = { ...none, isConnectedToIam: true };
const both: Flags = { ...iam, isConnectedToKeySystem: true };
const all: Flags = { ...both, hasKeyPlan: true };

const names = (flags: Flags) => dashboardOf('superadmin', flags).superAdmin.map(({ name }) => name);

describe('the cards of a super admin', () => {
  it('are only the connections while nothing is connected', () => {
    expect(names(none)).toEqual(['connections']);
  });

  it('are a first key plan and the generator too once IAM is connected, with or without a key system', () => {
    expect(names(iam)).toEqual(['connections', 'createKeyPlan', 'generator']);
    expect(names(both)).toEqual(['connections', 'createKeyPlan', 'generator']);
  });

  it('rename the first key plan to the manager once a plan exists', () => {
    expect(names({ ...iam, hasKeyPlan: true })).toEqual(['connections', 'keyPlans', 'generator']);
  });

  it('are all once everything exists, each leading to its screen', () => {
    expect(dashboardOf('superadmin', all).superAdmin.map(({ name, to }) => [name, to])).toEqual([
      ['connections', '/connection-manager'],
      ['keyPlans', '/keys/key-plans'],
      ['generator', '/keyplan-ai/create'],
      ['subAdmins', '/admin/sub-admins'],
      ['locations', '/keys/locations'],
      ['activation', '/admin/activation'],
      ['reports', '/keys/reports'],
    ]);
  });
});

describe('the shared cards', () => {
  it.each([none, iam, both, { ...iam, hasKeyPlan: true }])('stay away while something is missing (%o)', (flags) => {
    expect(dashboardOf('superadmin', flags).general).toEqual([]);
  });

  it('are the same for both roles, and all that a sub-admin sees', () => {
    const places = ['/keys/manage', '/keys/request', '/cylinders', '/audits/user'];
    expect(dashboardOf('superadmin', all).general.map(({ to }) => to)).toEqual(places);
    expect(dashboardOf('subadmin', all).general.map(({ to }) => to)).toEqual(places);
    expect(dashboardOf('subadmin', all).superAdmin).toEqual([]);
  });
});

describe('what is missing', () => {
  it.each([
    [none, 'needIam'],
    [{ ...all, isConnectedToIam: false }, 'needIam'],
    [iam, 'needKeySystem'],
    [both, 'needKeyPlan'],
    [all, undefined],
  ])('of %o is %s', (flags, missing) => {
    expect(dashboardOf('superadmin', flags).missing).toBe(missing);
  });
});
