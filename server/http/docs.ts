import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The OpenAPI document, from the same table as the routes, at /api/docs/json; a page for people at /api/docs. Register before the routes. */
export async function addDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: productName,
        version: '1',
        description: 'Every call of the product, with who may make it in `x-access`.',
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(reference, {
    routePrefix: '/api/docs',
    openApiDocumentEndpoints: { json: '/json', yaml: '/yaml' },
    configuration: { telemetry: false, hideClientButton: true, withDefaultFonts: false },
  } as never);
}
