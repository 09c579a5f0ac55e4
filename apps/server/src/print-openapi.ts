import { openApiDocument } from '#platform/openapi';

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
