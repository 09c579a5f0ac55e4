import { describeApi } from '#platform/http/openapi';

const work = describeApi();
let step = work.next();
while (!step.done) step = work.next();
process.stdout.write(`${JSON.stringify(step.value, null, 2)}\n`);
