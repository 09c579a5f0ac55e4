import { openApiDocument } from '#platform/http/openapi';

process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
