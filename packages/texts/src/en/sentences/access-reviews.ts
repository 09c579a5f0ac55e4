/** What is said of access reviews. */
export const accessReview = {
  dueInThePast: 'Choose a day to come.',
  noneChosen: 'Choose at least one.',
  noSystem: 'No key system is connected, so nothing is known of who can open what.',
  notRead: '{{name}} has never been read completely. Read it, then begin the review.',
  partlyRead:
    'The last read of {{name}} did not end. What it holds is known in part only: read it again, then begin the review.',
  stoppedRead:
    'The last read of {{name}} was stopped, because too much was missing. Decide about that first, then begin the review.',
  empty: 'No one can open anything in this selection.',
  tooLarge: 'This selection has more rights than a review takes, which is {{most, number}}. Choose less of it.',
  closed: 'This review has ended. Its decisions stay as they are.',
  partlyOutside: 'This review also has rights outside your area. Someone who sees all of it can do this.',
  ownRight: 'One of these rights is your own, or that of whom you act for. Someone else decides it.',
  oneByOne: 'Rights at places of protection class 4 are decided one by one.',
  onlyLowRisk:
    'Only rights at low risk are kept together: given by a rule, at places without a protection class, or up to class 2.',
  onlyKeep: 'Rights are removed or changed one by one.',
  differentEvidence: 'Only rights with the same evidence are kept together. These differ.',
  reasonNeeded: 'Say why.',
  decidedBy: '{{name}} has decided one of these rights already.',
  undecided_one: 'One right is not decided yet.',
  undecided_other: '{{count, number}} rights are not decided yet.',
  samePerson: 'You have decided most of it yourself. Someone else completes the review.',
} as const;
