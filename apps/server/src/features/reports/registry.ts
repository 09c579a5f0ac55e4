import { reportGroups } from '@key2xs/contract';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { accessReports } from './definitions/access-reports';
import { administrationReports } from './definitions/administration-reports';
import { capacityReport } from './definitions/capacity-report';
import { caseReports } from './definitions/case-reports';
import { keyReports } from './definitions/key-reports';
import { requestReport } from './definitions/request-report';
import { reviewReport } from './definitions/review-report';
import type { ReportDefinition } from './report';

/** Every report; what is offered, shown and exported follows from it. */
const definitions: readonly ReportDefinition[] = [
  ...accessReports,
  reviewReport,
  ...keyReports,
  capacityReport,
  ...caseReports,
  requestReport,
  ...administrationReports,
];

export const findReport = (id: string): ReportDefinition | undefined => definitions.find((one) => one.id === id);

/** Those that the reader may read, by group. */
export const reportsFor = ({ viewer }: Reader): ReportDefinition[] =>
  reportGroups.flatMap((group) => definitions.filter((one) => one.group === group && sees(viewer, one.resource)));

/** @throws AppError not_found for one that the reader may not read */
export function getReport(reader: Reader, id: string): ReportDefinition {
  const found = reportsFor(reader).find((one) => one.id === id);
  if (!found) throw notFound('report');
  return found;
}
