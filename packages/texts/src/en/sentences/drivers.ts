/** Why a call to an outer system failed, in the words its administrator needs: what happened, and what to do about it. */
export const driver = {
  unreachable: {
    what: 'The key system cannot be reached.',
    remedy: 'Check the endpoint URL, and whether this server may connect to it.',
  },
  address_refused: {
    what: 'This installation does not allow calls to that address.',
    remedy: 'Check the endpoint URL.',
  },
  refused: {
    what: 'The key system answered that it could not do what was asked.',
    remedy: 'Try again later; if the problem persists, its operator has the details in its log.',
  },
  tls_untrusted: {
    what: 'The certificate that the key system shows cannot be trusted.',
    remedy:
      'Check the endpoint URL, or upload a bundle that also holds the certificate of the authority that signed it.',
  },
  certificate_expired: {
    what: 'Our client certificate has expired.',
    remedy: 'Upload the renewed certificate for this locking system.',
  },
  certificate_rejected: {
    what: 'The key system refused our client certificate.',
    remedy: 'Upload the certificate that was issued for this locking system.',
  },
  unauthorised: {
    what: 'The key system knows our client certificate, but it gives no right to this.',
    remedy: 'Have the rights of the certificate extended in the key system.',
  },
  unknown_domain: {
    what: 'The key system has no domain of that name.',
    remedy: 'Check the spelling of the domain name.',
  },
  rate_limited: {
    what: 'The key system asks us to call less often.',
    remedy: 'Wait for some minutes and try again.',
  },
  timeout: {
    what: 'The key system did not answer in time.',
    remedy: 'Try again later; if the problem persists, check the load of the key system and the network in between.',
  },
  bad_answer: {
    what: 'The key system answered in a way that cannot be understood.',
    remedy: 'Check that the endpoint URL is that of the key system itself, and that its version is supported.',
  },
  not_supported: {
    what: 'The key system does not offer this function.',
    remedy: 'Have the function activated there, or do this step by hand.',
  },
  refused_item: {
    what: 'The key system refused this record.',
    remedy: 'Correct the record and try again.',
  },
  conflict: {
    what: 'The key system has something else recorded.',
    remedy: 'Read the key system again to see what it is.',
  },
  aborted: {
    what: 'The call was stopped before it ended.',
    remedy: 'Start it again.',
  },
} as const;

/** What a case of a failure adds to its kind; "it" is the key system or its certificate. */
export const circumstance = {
  brokeHandshake: 'It broke off the handshake.',
  serverExpired: 'It has expired; its operator has to renew it.',
  serverNotYetValid: 'It is not valid yet.',
  otherAddress: 'It was issued for another address.',
  unknownIssuer:
    'Its issuer is not known here. If your organisation inspects TLS or has an authority of its own, have the certificate of that authority added to KEY2XS_CA_DIR on the server.',
  proxy: {
    unreachable:
      'The proxy {{proxy}} of this server cannot be reached. Have HTTPS_PROXY on the server checked, and whether the proxy runs.',
    untrusted:
      'The certificate of the proxy {{proxy}} cannot be trusted. Have the certificate of its authority added to KEY2XS_CA_DIR on the server.',
    noAnswer:
      'The proxy {{proxy}} did not answer as an HTTP proxy does. Have the address in HTTPS_PROXY on the server checked.',
    timedOut: 'The proxy {{proxy}} did not connect to {{host}} in time.',
    asksForCredentials:
      'The proxy {{proxy}} asks for a user and a password. Have them put into HTTPS_PROXY on the server.',
    refusesCredentials:
      'The proxy {{proxy}} does not accept the user or the password in HTTPS_PROXY. Have them corrected on the server.',
    otherSignIn:
      'The proxy {{proxy}} asks for a sign-in by {{schemes, list}}; Key2XS has a user and a password only (Basic). Have the proxy let this server through without a sign-in.',
    refuses: 'The proxy {{proxy}} does not let this server connect to {{host}}. Have it allowed there.',
    noWay: 'The proxy {{proxy}} could not connect to {{host}}: it answered with HTTP status {{status}}.',
  },
  otherTls: 'It uses a version of TLS that we do not.',
  answerCutOff: 'An answer was cut off.',
  noSuchHost: 'Its host name cannot be resolved.',
  noNameServer: 'Its host name could not be looked up in time: no name server answers.',
  nothingListens: 'Nothing accepts connections at that port.',
  noWay: 'There is no way to that address.',
  connectionBroke: 'The connection broke.',
  closedUnanswered: 'It closed the connection without an answer.',
  ledAway: 'The answer redirects away from {{host}}. This server does not follow redirects.',
  notCalled:
    '{{host}} leads to {{place}}, which this server does not call. If it is your key system, have its host or network added to KEY2XS_ALLOWED_HOSTS.',
  places: {
    own: 'Key2XS itself or its database',
    none: 'no address',
    unknown: 'an address of an unknown form',
    loopback: 'a loopback address',
    private: 'a private address',
    'link-local': 'a link-local address',
    metadata: 'a metadata address',
    unspecified: 'an unspecified address',
    multicast: 'a multicast address',
    reserved: 'a reserved address',
  },
  wasValidUntil: 'It was valid until {{day}}.',
  notValidBefore: 'It is not valid before {{day}}.',
  httpStatus: 'It answered with HTTP status {{status}}.',
  sendsElsewhere: 'It redirects to another address.',
  notJson: 'It did not answer in JSON.',
  unknownEncoding: 'An answer is in an unknown or broken encoding.',
  answerTooLarge: 'An answer is too large.',
  answerEndless: 'An answer did not end.',
  answerEmpty: 'An answer is empty.',
  wrongField: '{{field}}: {{problem}}.',
  wrongAnswer: 'The answer: {{problem}}.',
  tooManyRecords: 'An answer has too many records.',
  tooManyFields: 'A record has too many fields.',
  valueTooLong: 'A value in an answer is too long.',
  xmlPartTooLong: 'Its XML has too long a part.',
  xmlBroken: 'It did not answer in well-formed XML.',
  xmlTooDeep: 'Its XML is nested too deeply.',
  xmlHasType: 'Its XML has a document type, which is refused here.',
  webPage: 'It answered with a web page.',
  otherElement: 'It did not answer with {{wanted}}.',
  unknownElement: 'It answered with {{found}}, which is not known here, and with no {{wanted}}.',
  noKeyDetails: 'It has no details of the key {{key}}.',
  recordTwice: 'The record {{record}} came twice.',
  otherPage: 'A page is not the one that was asked for.',
  listShrank: 'The list became shorter while it was read.',
  listTooLong: 'A list has more than {{most, number}} records.',
  listLongerThanSaid: 'The list is longer than it says.',
  listEndedEarly: 'The list ended at {{read, number}} of {{total, number}} records.',
  eventsInCircles: 'It returns the same events again and again.',
  eventsInDisorder: 'Its events do not come in the order of their import.',
  cannot: 'This connection cannot {{abilities, list}}.',
  bundleUnusable: 'The certificate bundle cannot be used.',
  bundleNoCertificate: 'The file holds no certificate in PEM form.',
  bundleNoKey: 'The file holds no private key in PEM form.',
  bundleSeveralKeys: 'The file holds more than one private key.',
  bundleKeyLocked: 'The private key has a pass phrase. Export it without one.',
  bundleKeyBroken: 'The private key cannot be read.',
  bundleCertificateBroken: 'A certificate in the file cannot be read.',
  bundleOtherKey: 'The private key does not belong to the certificate in the file.',
  bundleKeyWeak: 'The private key is too weak.',
} as const;

/** What a connection can do, and what it cannot. */
export const ability = {
  all: 'This connection can do everything that Key2XS asks for.',
  can: 'This connection can: {{abilities, clauses}}.',
  nothing: 'This connection can do nothing that Key2XS asks for.',
  cannot: 'It cannot: {{abilities, clauses}}.',
  read: 'read {{records, list}}',
  tell: 'recognise {{records, list}}',
  write: 'write {{records, list}}',
  of: {
    read_persons: 'persons',
    read_person_references: 'which persons are ours',
    read_profiles: 'profiles',
    read_cylinders: 'cylinders',
    read_cylinder_groups: 'cylinder groups',
    read_keys: 'keys',
    read_programming_jobs: 'programming jobs',
    read_programming_devices: 'programming keys and devices',
    read_access_events: 'access events',
    write_persons: 'persons',
    write_profiles: 'profiles',
    write_profile_members: 'members of profiles',
    write_key_holders: 'holders of keys',
    write_key_times: 'times of keys',
    write_key_access: 'single rights of keys',
    write_programming_jobs: 'programming jobs',
  },
} as const;

/** What the steps of a connection test find, and how it ends. */
export const finding = {
  isAddress: '{{host}} is an address, and this server may call it.',
  leadsTo: '{{host}} leads to {{addresses, list}}, which this server may call.',
  connects: 'A connection to {{host}} can be made.',
  proxyAnswers:
    'The way to {{host}} leads through the proxy {{proxy}}, which finds its address. The proxy can be reached.',
  proxyConnects: 'The proxy {{proxy}} has connected to {{host}}.',
  brokeOffOverOurs: 'It broke off over our certificate before its own could be checked.',
  serverTrusted: 'Its certificate is trusted. It was issued by {{issuer}} and is valid until {{day}}. ({{protocol}})',
  ended: 'It has expired',
  ends_one: 'It ends in {{count, number}} day',
  ends_other: 'It ends in {{count, number}} days',
  operatorRenews: '{{ending}}: its operator has to renew it.',
  clientAccepted: 'Our certificate {{subject}} is accepted. It is valid until {{day}}.',
  renewOurs: '{{ending}}: have it renewed, and upload the new one.',
  domainKnown: 'The domain {{domain}} is known.',
  noDomains: 'The query service knows no domains: it answers for the locking system of our certificate.',
  onlyQuery: 'Only the query service answers: nothing can be written, changes have to be made by hand.',
  writes: 'The service that writes answers.',
  queryAndWrites: 'The query service and the service that writes answer.',
  writesWithoutQuery: 'The service that writes answers, but not the query service, so access events cannot be read.',
  readNone: 'A first read took {{ms}} ms. There are no {{records}} yet.',
  read: 'A first read of {{records}} took {{ms}} ms and brought {{count, number}}.',
  nothingToRead: 'This connection offers nothing that could be read.',
  records: { persons: 'persons', keys: 'keys', cylinders: 'cylinders' },
  answered: '{{product}} {{version}} answered for the domain {{domain}}.',
  interrupted: 'The test was interrupted. Start it again.',
} as const;
