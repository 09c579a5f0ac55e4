/** What is said of an installation that was restored from a backup. */
export const installation = {
  isPaused:
    'This installation was restored from a backup and is paused: it writes to no other system. Compare it with your systems and resume it first.',
  isNotPaused: 'Nothing is paused: this installation was resumed already.',
  unread:
    '{{names}} was not compared since the backup was restored. Preview its sync first, or say that it cannot be compared.',
} as const;
