export { limitedLists } from './capacity-source';
export { withdrawOrders } from './change-jobs';
export { jobsOfSubject, type OrderedJob } from './jobs-of-subject';
export { orderJobs } from './order-jobs';
export { programmingState } from './work-source';
export { countJobsToWrite } from './write-jobs';
