/** The pictures that README.md and docs/screens/README.md show: the screen's name, its colours and its width. */
export const shownPictures = [
  'login-light-1440',
  'dashboard-light-1440',
  'dashboard-dark-1440',
  'dashboard-light-390',
  'iam-wizard-map-light-1440',
  'iam-manager-directory-light-1440',
  'connection-manager-light-1440',
  'people-light-1440',
  'person-light-1440',
  'person-why-light-1440',
  'key-system-overview-light-1440',
  'locking-plan-preview-light-1440',
  'key-plan-matrix-close-light-1440',
  'key-plan-rules-light-1440',
  'change-set-stopped-light-1440',
  'work-list-light-390',
];
