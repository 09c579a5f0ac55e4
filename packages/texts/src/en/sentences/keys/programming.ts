/** What is said of programming jobs. */
export const programming = {
  changed: 'Someone else changed this job. Reload the list and try again.',
  keyNeeded: 'Choose the key to block or to unblock in {{cylinder}}.',
  noKey: 'A job that fetches events or reprograms {{cylinder}} is about no key.',
  otherSystem: '{{key}} is not a key of the key system of {{cylinder}}.',
  planned: '{{cylinder}} is only planned: its key system does not list it yet.',
  twice: '{{cylinder}} is on the list twice with the same job.',
  ordered: 'This job is ordered already for {{cylinder}}, and not done yet.',
  sayEvents: 'Reprogramming deletes the events that are in the cylinder. Say whether they are to be fetched first.',
  otherCarrier: '{{programmingKey}} is a programming key of another key system than {{cylinder}}.',
  carried:
    'The programming key {{programmingKey}} carries the job for {{cylinder}}: it may be done at any moment. Have it returned first.',
  done: 'The job for {{cylinder}} is done.',
  cancelled: 'The job for {{cylinder}} is cancelled.',
  cancelling: 'The job for {{cylinder}} is about to be cancelled.',
  notThere: 'The key system does not have the job for {{cylinder}} yet. Enter it there first.',
  notWritable: 'The connection cannot write programming jobs. Change the job for {{cylinder}} in the key system.',
  nothingToRetry: 'The job for {{cylinder}} has not failed.',
  notToEnter: 'The job for {{cylinder}} is not one that an operator has to enter.',
  eventsNotFetched: 'The events were not fetched: that job was cancelled. Order the job once more.',
} as const;
