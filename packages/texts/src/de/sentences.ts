import type { texts as english } from '../en/sentences';
import type { Translation } from '../english';
import { entra, entraCase, entraSetUp, entraValue } from './providers/entra-id/sentences';
import { entraCheck, entraSession } from './providers/entra-id/set-up-sentences';
import { accessReview } from './sentences/access-reviews';
import { administrator, invitation } from './sentences/administrators';
import { apiToken } from './sentences/api-tokens';
import { asOf } from './sentences/as-of';
import { certificate } from './sentences/certificates';
import { drift } from './sentences/drift';
import { ability, circumstance, driver, finding } from './sentences/drivers';
import { field } from './sentences/fields';
import { installation } from './sentences/installation';
import { accessEvents } from './sentences/keys/access-events';
import { keyCase } from './sentences/keys/key-cases';
import { keyCount, keyDesk, keyReceipt, keyRing } from './sentences/keys/key-desk';
import { keyExtension, keyReminder, keyTimes } from './sentences/keys/key-times';
import { possession } from './sentences/keys/possession';
import { programming } from './sentences/keys/programming';
import { keyRequest } from './sentences/keys/requests';
import { logForwarding } from './sentences/log-forwarding';
import { mail } from './sentences/mail';
import { changeSet, conflict, csv, fieldRules, row, source, staffList } from './sentences/people';
import { draftEdit } from './sentences/plans/draft-edits';
import { generator } from './sentences/plans/generator';
import { matrix } from './sentences/plans/matrix';
import { planCheck } from './sentences/plans/plan-checks';
import { keyPlan, lockingPlan, sheet, sheetProblem } from './sentences/plans/plans';
import { suggestion } from './sentences/plans/suggestions';
import { erasure, heldField, personFile } from './sentences/privacy';
import {
  database,
  door,
  heavy,
  keySystem,
  location,
  memory,
  notFound,
  record,
  request,
  sandbox,
  secret,
  signIn,
} from './sentences/refusals';
import { rename } from './sentences/renames';
import { report } from './sentences/reports';
import { singleSignOn } from './sentences/single-sign-on';
import {
  sourceCredential,
  sourceEvent,
  sourceFinding,
  sourceHealth,
  sourceState,
  sourceWebhook,
} from './sentences/source-health';
import { timetable } from './sentences/timetables';
import { webhook } from './sentences/webhooks';
import { adoption, because, heldBack, print, takeBack, task, work, workList } from './sentences/work';

/** Was Server und Treiber sagen. */
export const texts: Translation<typeof english> = {
  asWritten: '{{text}}',
  several: '{{sentences, sentences}}',
  administrator,
  personFile,
  erasure,
  heldField,
  invitation,
  changeSet,
  logForwarding,
  mail,
  mailText: {
    unknown: 'Diese Mail kennt {{wrong}} nicht. Sie kann {{allowed}} nennen.',
    empty: 'Schreiben Sie etwas, oder verwenden Sie wieder den Text des Produkts.',
  },
  keyCase,
  keyCount,
  installation,
  accessEvents,
  accessReview,
  keyRequest,
  possession,
  keyDesk,
  keyReceipt,
  keyRing,
  programming,
  keyTimes,
  keyExtension,
  keyReminder,
  generator,
  webhook,
  timetable,
  apiToken,
  conflict,
  fieldRules,
  work,
  because,
  print,
  task,
  adoption,
  heldBack,
  drift,
  driver,
  circumstance,
  ability,
  finding,
  entra,
  entraCase,
  entraSetUp,
  entraValue,
  entraSession,
  entraCheck,
  certificate,
  notFound,
  request,
  field,
  database,
  secret,
  heavy,
  door,
  location,
  memory,
  asOf,
  signIn,
  singleSignOn,
  sandbox,
  record,
  keySystem,
  keyPlan,
  source,
  sourceCredential,
  sourceEvent,
  sourceFinding,
  sourceHealth,
  sourceState,
  sourceWebhook,
  staffList,
  row,
  csv,
  lockingPlan,
  matrix,
  planCheck,
  suggestion,
  rename,
  report,
  draftEdit,
  sheet,
  sheetProblem,
  takeBack,
  workList,
};
