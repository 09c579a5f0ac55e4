import type { texts as english } from '../en/sentences';
import type { Translation } from '../english';
import { entra, entraCase, entraSetUp, entraValue } from './providers/entra-id/sentences';
import { entraCheck, entraSession } from './providers/entra-id/set-up-sentences';
import { administrator, invitation } from './sentences/administrators';
import { apiToken } from './sentences/api-tokens';
import { certificate } from './sentences/certificates';
import { draftEdit } from './sentences/draft-edits';
import { drift } from './sentences/drift';
import { ability, circumstance, driver, finding } from './sentences/drivers';
import { field } from './sentences/fields';
import { generator } from './sentences/generator';
import { keyDesk, keyReceipt } from './sentences/key-desk';
import { mail } from './sentences/mail';
import { matrix } from './sentences/matrix';
import { changeSet, conflict, csv, fieldRules, row, source, staffList } from './sentences/people';
import { planCheck } from './sentences/plan-checks';
import { keyPlan, lockingPlan, sheet, sheetProblem } from './sentences/plans';
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
import { singleSignOn } from './sentences/single-sign-on';
import {
  sourceCredential,
  sourceEvent,
  sourceFinding,
  sourceHealth,
  sourceState,
  sourceWebhook,
} from './sentences/source-health';
import { suggestion } from './sentences/suggestions';
import { timetable } from './sentences/timetables';
import { webhook } from './sentences/webhooks';
import { adoption, because, heldBack, print, takeBack, task, work, workList } from './sentences/work';

/** Was Server und Treiber sagen. */
export const texts: Translation<typeof english> = {
  asWritten: '{{text}}',
  several: '{{sentences, sentences}}',
  administrator,
  invitation,
  changeSet,
  mail,
  keyDesk,
  keyReceipt,
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
  draftEdit,
  sheet,
  sheetProblem,
  takeBack,
  workList,
};
