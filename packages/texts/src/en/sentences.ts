/** What the server and the drivers say. Stored as code and parameters, told in the reader's language. */
export const texts = {
  /** Written before sentences had codes. */
  asWritten: '{{text}}',
  /** One after the other. */
  several: '{{sentences, sentences}}',
  changeSet: {
    directory: '{{name}} → people',
    keySystem: 'Key plans → {{name}}',
  },
  work: {
    person: '{{name}} (employee number {{number}})',
    createPerson: 'Create the person {{person}}.',
    createPersonWithEmail: 'Create the person {{person}}, e-mail {{email}}.',
    deactivatePerson: 'Deactivate the person {{person}}.',
    reactivatePerson: 'Make the person {{person}} active again.',
    reactivatePersonWithEmail: 'Make the person {{person}}, e-mail {{email}} active again.',
    reactivateAndChangePerson: 'Make the person {{person}} active again and change it: {{changes, list}}.',
    changePerson: 'Change the person {{person}}: {{changes, list}}.',
    fieldBecomes: '{{field}} {{before}} becomes {{after}}',
    fields: {
      first_name: 'first name',
      surname: 'surname',
      email: 'e-mail',
      employee_id: 'employee number',
    },
    value: "'{{value}}'",
    empty: '(empty)',
    giveProfile: "Give {{person}} the access profile '{{profile}}'.",
    takeProfile: "Take the access profile '{{profile}}' from {{person}}.",
    createProfile: "Create the access profile '{{profile}}' with {{doors, and}}, open {{hours, and}}.",
    emptyProfile: "Take all doors out of the access profile '{{profile}}'.",
    changeProfile: "Change the access profile '{{profile}}': {{changes, clauses}}.",
    takeOutGroups: 'take out the cylinder groups {{names, list}}',
    takeOutCylinders: 'take out the cylinders {{names, list}}',
    addGroups: 'add the cylinder groups {{names, list}}',
    addCylinders: 'add the cylinders {{names, list}}',
    openAt: 'open {{hours, and}}',
    nameIt: "name it '{{name}}' instead of '{{before}}'",
    describeIt: "describe it as '{{description}}'",
    groups: 'the cylinder groups {{names, list}}',
    cylinders: 'the cylinders {{names, list}}',
    noDoors: 'no doors',
    more: '{{name}} and {{count, number}} more',
    always: 'at all times',
    window: '{{days, list}} {{from}}–{{to}}',
    days: { 1: 'Mon', 2: 'Tue', 3: 'Wed', 4: 'Thu', 5: 'Fri', 6: 'Sat', 7: 'Sun' },
    places: { persons: 'Persons', profiles: 'Access profiles' },
  },
  because: {
    rule: "Rule '{{rule}}' of the plan '{{plan}}'",
    aRule: 'A rule',
    reaches: '{{rule}} reaches this person.',
    reachAlso_one: '{{rule}} and {{count, number}} more reach this person.',
    reachAlso_other: '{{rule}} and {{count, number}} more rules reach this person.',
    reachesNoLonger: '{{rule}} no longer reaches this person.',
    noRuleReaches: 'No active rule reaches this person any more.',
    noRuleBehind: 'No active rule stands behind this access profile any more.',
    sourceDiffers: 'The identity source says otherwise than the key system.',
    gives: '{{rule}} gives these doors.',
    ruleDiffers: '{{rule}} says otherwise than the key system.',
  },
  /** The work list as a document to take along. */
  print: {
    title: 'Work list',
    columns: { what: 'What', where: 'Where', why: 'Why', since: 'Since', assigned: 'Assigned to' },
    systems: 'Key system: {{names, list}}',
    none: 'No entries.',
    asOf: 'As of {{at}} UTC. {{filter, list}}.',
    first: 'The first {{shown, number}} of {{total, number}} entries. Filter the list to print the others.',
    entries_one: '{{count, number}} entry, in the order in which they should be done.',
    entries_other: '{{count, number}} entries, in the order in which they should be done.',
    hasNoLetters: 'Letters of scripts that this document cannot show are printed as □; the CSV file has them.',
    states: {
      all: 'All entries',
      open: 'Open entries',
      done: 'Entries that are done',
      withdrawn: 'Withdrawn entries',
    },
    kinds: {
      member_remove: 'profiles taken from persons',
      person_deactivate: 'persons to deactivate',
      profile_put: 'access profiles',
      person_create: 'persons to create',
      person_update: 'persons to change',
      member_add: 'profiles given to persons',
    },
    ofNobody: 'assigned to nobody',
    ofOne: 'assigned to one administrator',
    containing: "containing '{{text}}'",
  },
  /** Why a task failed, and what to do. */
  task: {
    uploadListFirst: 'Upload a staff list first.',
    listIsGone: 'The staff list is gone. Upload it again.',
    columnsMissing: 'The staff list lacks these columns: {{columns, list}}. Map the columns again.',
    inactiveForSync: "'{{name}}' is inactive. Activate it, then sync again.",
    inactiveForInventory: "'{{name}}' is inactive. Activate it, then read its inventory again.",
    changesFailed: '{{failed, number}} of {{total, number}} changes failed, {{made, number}} were made.',
    stoppedAfter: 'Stopped after {{applied, number}} changes.',
    waitForOperator: '{{count, number}} wait for an operator, on the work list.',
    seeChangeSet: 'The change set says which and why; sync again once that is mended.',
    unforeseen: 'It stopped several times for a reason nobody foresaw. The log has the details; start it again.',
    certificateUnreadable: 'The stored client certificate cannot be read. {{reason}}',
    listsNone: 'The key system lists no {{records}} any more; {{known, number}} were known.',
    listsFewer:
      'The key system lists {{listed, number}} {{records}}, and {{gone, number}} of the {{known, number}} that were known are gone.',
    records: {
      cylinder_groups: 'cylinder groups',
      cylinders: 'cylinders',
      persons: 'persons',
      keys: 'keys',
    },
    nothingChanged: 'Nothing of them was changed here.',
    lossReadAgain: 'Check the key system and read again; if it is right, accept the loss where its inventory is shown.',
    lossSyncAgain: 'Check the key system and sync again; if it is right, accept the loss where its inventory is shown.',
  },
  /** Why a change was not tried: going on would open doors that nobody wanted open. */
  heldBack: {
    removalFailed: 'Held back, because somebody who is to leave this profile could not be removed from it.',
    profileFailed: 'Held back, because the profile could not be changed.',
    personFailed: 'Held back, because the person could not be created.',
  },
  /** Why a call to an outer system failed, in the words its administrator needs: what happened, and what to do about it. */
  driver: {
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
      remedy: 'Try again later; if it goes on, its operator has the details in its log.',
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
      remedy: 'Try again later; if it goes on, check the load of the key system and the network between.',
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
    aborted: {
      what: 'The call was stopped before it ended.',
      remedy: 'Start it again.',
    },
  },
} as const;
