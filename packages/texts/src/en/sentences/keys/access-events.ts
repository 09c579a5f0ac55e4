/** About looks at access events. */
export const accessEvents = {
  personNeedsNames: 'A filter by person names that person. Show names first.',
  lookEnded: 'This look at access events has ended. Begin a new one.',
  ownLook: 'You have begun this look. Someone else has to approve it.',
  newAccount:
    'The administrator who began this look and you are connected by an invitation whose account is less than 24 hours old. Someone else has to approve it.',
  notAsked: 'No second person is asked for about this look any more.',
  unknownPage: 'Give the `next` of the page before.',
} as const;
