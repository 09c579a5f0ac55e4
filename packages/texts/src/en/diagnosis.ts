/** The steps of a connection test, shown while one runs and afterwards. */
export const texts = {
  label: 'Steps of the connection test',
  names: {
    resolve: 'Find the host',
    connect: 'Reach the host',
    server_certificate: 'Server certificate',
    client_certificate: 'Client certificate',
    domain: 'Domain',
    services: 'Services',
    read: 'First read',
  },
  purposes: {
    resolve: 'Looks up the address behind the endpoint.',
    connect: 'Opens a connection to that address.',
    server_certificate: 'Checks that it is the server it claims to be.',
    client_certificate: 'Shows our certificate and sees whether it is accepted.',
    domain: 'Asks whether the domain is known there.',
    services: 'Finds out what this connection can do.',
    read: 'Reads a little, to see that reading works.',
  },
  states: {
    pending: 'Waiting',
    running: 'Running',
    passed: 'Passed',
    warning: 'Passed, with a warning',
    failed: 'Failed',
    skipped: 'Skipped',
  },
  skipped: 'Not tried, because an earlier step failed.',
  milliseconds: '{{count, number}} ms',
  seconds: '{{count, number}} s',
} as const;
